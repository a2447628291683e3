import { memo, type ReactNode } from 'react';
import { Link } from '#pwa/ui/controls/link.tsx';
import type { Course } from '#schema/courses/course.ts';
import { Chip } from '../ui/display/chip.tsx';
import { TickIcon } from '../ui/display/icons.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { Card } from '../ui/layout/card.tsx';
import { CardGrid } from '../ui/layout/card-grid.tsx';
import styles from './course-card.module.css';
import { CourseCover } from './course-cover.tsx';
import { courseExtent } from './course-extent.ts';

interface GridProps {
  isWaiting: boolean;
  children: ReactNode;
}

/** A grid with as many columns as fit. */
export function CourseGrid({ isWaiting, children }: GridProps) {
  return <CardGrid aria-busy={isWaiting}>{children}</CardGrid>;
}

interface CourseCardProps {
  course: Course;
  to: string;
  /** The kind of item, in a list with several kinds. */
  kind?: string;
  /** Activated by the signed-in user. */
  isMine: boolean;
  isFirst: boolean;
}

export const CourseCard = memo(function CourseCard({ course, to, kind, isMine, isFirst }: CourseCardProps) {
  return (
    <Card as="li" className={styles.card}>
      <CourseCover
        courseId={course.id}
        thumbnail={course.thumbnail}
        sizes="(min-width: 1000px) 352px, (min-width: 641px) 50vw, 100vw"
        isEager={isFirst}
      />
      <div className={styles.text}>
        {kind !== undefined && <p className={styles.kind}>{kind}</p>}
        <h2 className={styles.title} dir="auto">
          <Link to={to}>{course.title}</Link>
        </h2>
        <p className={styles.muted} dir="auto">
          {course.instructor}
        </p>
        <p className={styles.description} dir="auto">
          {course.description}
        </p>
        <p className={styles.extent}>
          <span>{courseExtent(course)}</span>
          {isMine && (
            <Chip tone="ok" icon={<TickIcon />}>
              Yours
            </Chip>
          )}
        </p>
      </div>
    </Card>
  );
});

/** A placeholder with the size of a card. */
export function CourseCardSkeleton({ hasKind = false }: { hasKind?: boolean }) {
  return (
    <Card as="li" className={styles.card}>
      <Skeleton className={styles.skeletonCover} height="auto" />
      <div className={styles.text}>
        {hasKind && <Skeleton width="30%" height="1.3rem" />}
        <Skeleton width="70%" height="1.425rem" />
        <Skeleton width="40%" height="1.55rem" />
        <Skeleton height="4.65rem" />
        <Skeleton width="50%" height="1.9rem" />
      </div>
    </Card>
  );
}
