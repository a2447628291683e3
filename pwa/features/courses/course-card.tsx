import { Link } from 'react-router-dom';
import type { Course } from '#schema/course.ts';
import { paths } from '../../app/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { CourseCover } from '../../ui/course-cover.tsx';
import { courseExtent } from '../../ui/course-extent.ts';
import { TickIcon } from '../../ui/icons.tsx';
import styles from './courses-page.module.css';

interface CourseCardProps {
  course: Course;
  /** Activated by whoever is signed in. */
  isMine: boolean;
  isFirst: boolean;
}

export function CourseCard({ course, isMine, isFirst }: CourseCardProps) {
  return (
    <Card as="li" className={styles.card}>
      <CourseCover
        courseId={course.id}
        thumbnail={course.thumbnail}
        sizes="(min-width: 1000px) 352px, (min-width: 641px) 50vw, 100vw"
        isEager={isFirst}
      />
      <div className={styles.cardText}>
        <h2 className={styles.cardTitle}>
          <Link to={paths.course(course.id)}>{course.title}</Link>
        </h2>
        <p className={styles.muted}>{course.instructor}</p>
        <p className={styles.description}>{course.description}</p>
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
}
