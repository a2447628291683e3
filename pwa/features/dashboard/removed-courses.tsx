import { usePrivateQuery } from '../../session/use-private-query.ts';
import { listRemovedCourses } from '../../store/removed-courses.ts';
import { dismissRemoved } from '../../sync/dismiss.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './dashboard-page.module.css';

interface RemovedCoursesProps {
  activatedIds: readonly string[];
  /** Courses that anybody can see. */
  offeredIds: ReadonlySet<string>;
}

/** Courses that were taken away while nobody looked: their copies have left the device, and it says so. */
export function RemovedCourses({ activatedIds, offeredIds }: RemovedCoursesProps) {
  const removed = usePrivateQuery(listRemovedCourses, []) ?? [];
  const missed = removed.filter(({ courseId }) => !activatedIds.includes(courseId));
  if (missed.length === 0) return null;
  return (
    <section className={styles.pending} aria-label="Courses that were removed">
      {missed.map(({ courseId, title }) => (
        <Notice
          key={courseId}
          title={
            offeredIds.has(courseId) ? `“${title}” is not yours any more` : `“${title}” is no longer offered`
          }
          actions={
            <Button size="sm" onClick={() => void dismissRemoved(courseId)}>
              Understood
            </Button>
          }
        >
          {offeredIds.has(courseId)
            ? 'Your access to it was taken back on the server, so the copy on this device was removed. '
            : 'The course was removed on the server, so the copy on this device was removed too. '}
          Everything else you have kept is still here. If this is a surprise, please write to support.
        </Notice>
      ))}
    </section>
  );
}
