import { CourseCover } from '#pwa/course-ui/course-cover.tsx';
import { courseExtent } from '#pwa/course-ui/course-extent.ts';
import { paths } from '#pwa/paths.ts';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Link } from '#pwa/ui/controls/link.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import type { Course } from '#schema/courses/course.ts';
import styles from './recommended-courses.module.css';

/** Up to two courses that are not unlocked yet. */
export function RecommendedCourses({ courses }: { courses: readonly Course[] }) {
  if (courses.length === 0) return null;
  return (
    <Stack as="section" gap={4} aria-labelledby="recommended-courses">
      <h2 id="recommended-courses" className={styles.heading}>
        Recommended for you
      </h2>
      <ul className={styles.list}>
        {courses.map((course) => (
          <Card as="li" key={course.id} className={styles.card}>
            <CourseCover
              courseId={course.id}
              thumbnail={course.thumbnail}
              sizes="(min-width: 761px) 180px, 120px"
              className={styles.cover}
            />
            <Stack gap={2} className={styles.body}>
              <h3 className={styles.title} dir="auto">
                <Link to={paths.course(course.id)}>{course.title}</Link>
              </h3>
              <p className={styles.muted}>{courseExtent(course)} · recommended</p>
              <ButtonLink to={paths.activate(course.id)} size="sm" className={styles.action}>
                Enter a code<span className="visually-hidden"> for {course.title}</span>
              </ButtonLink>
            </Stack>
          </Card>
        ))}
      </ul>
    </Stack>
  );
}
