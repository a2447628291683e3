import { useMemo } from 'react';
import type { LessonProgress } from '#schema/progress.ts';
import { TripChip } from '../../kept/trip-state.tsx';
import { useTrip } from '../../kept/use-trip.ts';
import type { LessonPlace } from '../../lesson/lesson-place.ts';
import type { KeptCourse, KeptLesson } from '../../store/rows.ts';
import { HeaderSlot } from '../../ui/header-slot.tsx';
import { PageVisitContext } from '../../ui/page-focus.ts';
import { CourseContents } from './course-contents.tsx';
import styles from './lesson-desk.module.css';
import { LessonSheet } from './lesson-sheet.tsx';
import type { CourseRefresh } from './use-course-refresh.ts';
import { useLessonVisit } from './use-lesson-visit.ts';

export interface LessonDeskProps {
  userId: string;
  course: KeptCourse;
  place: LessonPlace<KeptLesson>;
  /** The lesson's text: undefined while it is read, null when it is not on this device. */
  html: string | null | undefined;
  progress: readonly LessonProgress[];
  refresh: CourseRefresh;
}

/** The desk of one course: all lessons beside, the current one on it. */
export function LessonDesk(props: LessonDeskProps) {
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
