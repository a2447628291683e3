import styles from '#pwa/lesson/page/lesson-view.module.css';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';

/** Placeholder for the lesson. Only a course that has to be fetched gets a message. */
export function LessonPageSkeleton({ isFetching = false }: { isFetching?: boolean }) {
  return (
    <div className={styles.page} aria-busy="true">
      <div className={styles.sidebar} />
      <div className={styles.main}>
        <div className={styles.article}>
          <p className={styles.kicker} role="status">
            {isFetching ? 'Downloading this course…' : ''}
          </p>
          <Skeleton width="70%" height="2.4rem" />
          <Skeleton width="100%" height="1.4rem" className={styles.lead} />
          <Skeleton width="100%" height="60vh" />
        </div>
      </div>
    </div>
  );
}
