import { CourseCover } from '#pwa/course-ui/course-cover.tsx';
import { paths } from '#pwa/paths.ts';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import { countOf } from '#schema/messages/count.ts';
import styles from './landing-page.module.css';
import { useFeaturedCourses } from './use-featured-courses.ts';

/** Three courses; their buttons link to the code field, for visitors via the login. */
export function FeaturedCourses({ isSignedOut }: { isSignedOut: boolean }) {
  const courses = useFeaturedCourses();
  if (courses.length === 0) return null;
  return (
    <section className={styles.section} id="featured" aria-labelledby="featured-title">
      <h2 id="featured-title">Featured courses</h2>
      <p className={styles.muted}>Pick the course your code belongs to.</p>
      <ul className={styles.grid}>
        {courses.map(({ id, title, instructor, lessons, thumbnail }) => {
          const activate = paths.activate(id);
          return (
            <Card as="li" key={id} className={styles.course}>
              {thumbnail === undefined ? (
                <div className={styles.coverToCome} />
              ) : (
                <CourseCover
                  courseId={id}
                  thumbnail={thumbnail}
                  sizes="(min-width: 1120px) 352px, (min-width: 801px) 33vw, 100vw"
                />
              )}
              <div className={styles.courseText}>
                <h3>{title}</h3>
                <p className={styles.muted}>
                  {countOf(lessons, 'lesson')} · {instructor}
                </p>
                <ButtonLink
                  size="sm"
                  to={isSignedOut ? paths.login(activate) : activate}
                  aria-label={`Access course ${title}`}
                >
                  Access course
                </ButtonLink>
              </div>
            </Card>
          );
        })}
      </ul>
    </section>
  );
}
