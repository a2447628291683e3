import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { CourseCover } from '../../ui/course-cover.tsx';
import { courseExtent } from '../../ui/course-extent.ts';
import { TickIcon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './library-page.module.css';
import type { LibraryItem } from './library-view.ts';

interface ResourceCardProps {
  item: LibraryItem;
  /** Activated by whoever is signed in. */
  isMine: boolean;
  isFirst: boolean;
}

export function ResourceCard({ item, isMine, isFirst }: ResourceCardProps) {
  return (
    <Card as="li" className={styles.card}>
      <CourseCover
        courseId={item.id}
        thumbnail={item.thumbnail}
        sizes="(min-width: 1000px) 352px, (min-width: 641px) 50vw, 100vw"
        isEager={isFirst}
      />
      <div className={styles.cardText}>
        <p className={styles.kind}>{item.kind}</p>
        <h2 className={styles.cardTitle}>
          <Link to={paths.course(item.id)}>{item.title}</Link>
        </h2>
        <p className={styles.muted}>{item.instructor}</p>
        <p className={styles.description}>{item.description}</p>
        <p className={styles.extent}>
          <span>{courseExtent(item)}</span>
          {isMine && (
            <Chip tone="ok" icon={<TickIcon />}>
              Yours
            </Chip>
          )}
        </p>
      </div>
    </Card>
  );
}

/** A card that is still to come, with the size of one that has. */
export function ResourceCardSkeleton() {
  return (
    <Card as="li" className={styles.card}>
      <Skeleton className={styles.skeletonCover} height="auto" />
      <div className={styles.cardText}>
        <Skeleton width="30%" height="1.3rem" />
        <Skeleton width="70%" height="1.425rem" />
        <Skeleton width="40%" height="1.55rem" />
        <Skeleton height="4.65rem" />
        <Skeleton width="50%" height="1.9rem" />
      </div>
    </Card>
  );
}
