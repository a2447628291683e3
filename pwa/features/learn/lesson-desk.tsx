import { useMemo } from 'react';
import type { LessonProgress } from '#schema/progress.ts';
import { TripChip } from '../../kept/trip-state.tsx';
import { useTrip } from '../../kept/use-trip.ts';
import { HeaderSlot } from '../../ui/header-slot.tsx';
import { PageVisitContext } from '../../ui/page-focus.ts';
import { CourseContents } from './course-contents.tsx';
import styles from './lesson-desk.module.css';
import type { LessonPageProps } from './lesson-page-props.ts';
import { LessonSheet } from './lesson-sheet.tsx';
import { useLessonVisit } from './use-lesson-visit.ts';

/** The lesson page of a course: the list of lessons, and beside it the current one. */
export function LessonDesk(props: LessonPageProps) {
  const { userId, course, place, progress } = props;
  const visit = useLessonVisit(place.lesson.id);
  const completedIds = useMemo(() => listCompleted(progress), [progress]);
  const trip = useTrip(course);
  const contents = (onChoose?: () => void) => (
    <CourseContents
      userId={userId}
      course={course}
      currentId={place.lesson.id}
      completedIds={completedIds}
      trip={trip}
      onChoose={onChoose}
    />
  );
  return (
    <div className={styles.desk}>
      <HeaderSlot>
        <span className={styles.courseTitle}>{course.title}</span>
        {trip !== null && <TripChip trip={trip} isShort className={styles.kept} />}
      </HeaderSlot>
      <aside className={styles.sidebar} aria-label="Course content">
        {contents()}
      </aside>
      <div className={styles.main}>
        <PageVisitContext value={visit}>
          <LessonSheet key={place.lesson.id} {...props} completedIds={completedIds} contents={contents} />
        </PageVisitContext>
      </div>
    </div>
  );
}

function listCompleted(progress: readonly LessonProgress[]): ReadonlySet<string> {
  return new Set(progress.filter((row) => row.completedAt !== null).map((row) => row.lessonId));
}
