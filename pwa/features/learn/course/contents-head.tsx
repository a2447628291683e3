import { memo } from 'react';
import type { OfflineReadiness } from '#pwa/downloads/readiness/offline-readiness.ts';
import { CourseUpdates } from '#pwa/offline/notices/course-updates.tsx';
import { OfflineControl } from '#pwa/offline/offline-control.tsx';
import { paths } from '#pwa/paths.ts';
import type { OfflineCourse } from '#pwa/store/database/rows.ts';
import { Link } from '#pwa/ui/controls/link.tsx';
import { ProgressBar } from '#pwa/ui/display/progress-bar.tsx';
import { SearchIcon } from '#pwa/ui/display/study-icons.tsx';
import { percentComplete } from '#schema/learning/progress.ts';
import styles from './contents-head.module.css';

interface ContentsHeadProps {
  userId: string;
  course: OfflineCourse;
  completedIds: ReadonlySet<string>;
  readiness: OfflineReadiness | null;
  onChoose: (() => void) | undefined;
}

/** Above the lessons of the course: progress, offline readiness, changes, downloads and the search. */
export const ContentsHead = memo(function ContentsHead(props: ContentsHeadProps) {
  const { userId, course, completedIds, readiness, onChoose } = props;
  const lessons = course.modules.flatMap((module) => module.lessons);
  const done = lessons.filter((lesson) => completedIds.has(lesson.id)).length;
  const percent = percentComplete(done, lessons.length);
  return (
    <>
      <ProgressBar value={percent} label="Course progress" />
      <p className={styles.summary}>
        {done} of {lessons.length} lessons · {percent}%
      </p>
      <CourseUpdates titles={new Map([[course.id, course.title]])} />
      <OfflineControl userId={userId} courseId={course.id} courseTitle={course.title} readiness={readiness} />
      <Link className={styles.search} to={paths.search()} onClick={onChoose}>
        <SearchIcon />
        Search lessons
      </Link>
    </>
  );
});
