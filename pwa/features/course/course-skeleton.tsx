import styles from '#pwa/course-page/course-detail.module.css';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';

/** The course page while loading, with placeholders in their final size. */
export function CourseSkeleton() {
  return (
    <Page>
      <p className="visually-hidden" role="status">
        Loading the course
      </p>
      <div className={styles.layout}>
        <div className={styles.head}>
          <Skeleton width="60%" height="2.6rem" />
          <Skeleton width="40%" height="1.3rem" />
        </div>
        <div className={styles.side}>
          <Skeleton className={styles.skeletonCover} height="auto" />
        </div>
        <div className={styles.text}>
          <Skeleton height="9rem" />
          <Skeleton height="18rem" />
        </div>
      </div>
    </Page>
  );
}
