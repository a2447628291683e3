import { memo, useMemo } from 'react';
import type { OfflineReadiness } from '#pwa/downloads/readiness/offline-readiness.ts';
import { ReadinessChip } from '#pwa/offline/readiness/readiness-chip.tsx';
import { useOfflineReadiness } from '#pwa/offline/readiness/use-offline-readiness.ts';
import { HeaderPortal } from '#pwa/ui/layout/header-portal.tsx';
import { PageVisitContext } from '#pwa/ui/layout/page-focus.ts';
import { flattenLessons } from '#schema/courses/course.ts';
import type { LessonProgress } from '#schema/learning/progress.ts';
import { findFinish } from '#schema/learning/resume.ts';
import { CourseContents } from '../course/course-contents.tsx';
import { FinishDialog } from '../finish/finish-dialog.tsx';
import { useFinishMoment } from '../finish/use-finish-moment.ts';
import { ReadingMenu } from '../reading/reading-menu.tsx';
import styles from './lesson-page.module.css';
import type { LessonPageProps } from './lesson-page-props.ts';
import { LessonSheet } from './lesson-sheet.tsx';
import { useLessonVisit } from './use-lesson-visit.ts';

/** The lesson page of a course: the list of lessons, and beside it the current one. */
export function LessonPage(props: LessonPageProps) {
  const { userId, course, place, progress } = props;
  const currentId = place.lesson.id;
  const visit = useLessonVisit(currentId);
  const completedIds = useMemo(() => listCompleted(progress), [progress]);
  const finishedAt = useMemo(
    () =>
      findFinish(
        flattenLessons(course).map(({ id }) => id),
        progress,
      ),
    [course, progress],
  );
  const moment = useFinishMoment(finishedAt);
  const readiness = useOfflineReadiness(course);
  const contents = (onChoose?: () => void) => (
    <CourseContents {...{ userId, course, currentId, completedIds, readiness, onChoose }} />
  );
  return (
    <div className={styles.page}>
      <CourseHeader title={course.title} readiness={readiness} />
      <aside className={styles.sidebar} aria-label="Course content">
        {contents()}
      </aside>
      <div className={styles.main}>
        <PageVisitContext value={visit}>
          <LessonSheet
            {...props}
            completedIds={completedIds}
            finishedAt={finishedAt}
            contents={contents}
            onCompletion={moment.noteCompletion}
          />
        </PageVisitContext>
      </div>
      {moment.isShown && finishedAt !== null && (
        <FinishDialog course={course} finishedAt={finishedAt} progress={progress} onClose={moment.close} />
      )}
    </div>
  );
}

const CourseHeader = memo(({ title, readiness }: { title: string; readiness: OfflineReadiness | null }) => (
  <HeaderPortal>
    <span className={styles.courseTitle} dir="auto">
      {title}
    </span>
    <span className={styles.barEnd}>
      {readiness !== null && <ReadinessChip readiness={readiness} isShort className={styles.readiness} />}
      <ReadingMenu />
    </span>
  </HeaderPortal>
));

function listCompleted(progress: readonly LessonProgress[]): ReadonlySet<string> {
  return new Set(progress.filter((row) => row.completedAt !== null).map((row) => row.lessonId));
}
