import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './courses-page.module.css';

/** A card that is still to come, with the size of one that has. */
export function CourseCardSkeleton() {
  return (
    <Card as="li" className={styles.card}>
      <Skeleton className={styles.skeletonCover} height="auto" />
      <div className={styles.cardText}>
        <Skeleton width="70%" height="1.4rem" />
        <Skeleton width="40%" height="1.2rem" />
        <Skeleton height="4.2rem" />
        <Skeleton width="50%" height="1.4rem" />
      </div>
    </Card>
  );
}
