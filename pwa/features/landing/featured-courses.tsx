import { CourseCover } from '#pwa/course-ui/course-cover.tsx';
import { paths } from '#pwa/paths.ts';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import { featuredCourses } from './featured.ts';
import styles from './landing-page.module.css';
import { useFeaturedCovers } from './use-featured-covers.ts';

/** Three fixed courses; their buttons link to the code field, for visitors via the login. */
export function FeaturedCourses({ isSignedOut }: { isSignedOut: boolean }) {
  const covers = useFeaturedCovers();
  return (
    <section className={styles.section} id="featured" aria-labelledby="featured-title">
      <h2 id="featured-title">Featured courses</h2>
      <p className={styles.muted}>Pick the course your code belongs to.</p>
      <ul className={styles.grid}>
        {featuredCourses.map(({ id, title, instructor, lessons }) => {
          const activate = paths.activate(id);
          return (
            <Card as="li" key={id} className={styles.course}>
              {covers === null ? (
                <div className={styles.coverToCome} />
              ) : (
                <CourseCover
                  courseId={id}
                  thumbnail={covers.get(id) ?? null}
                  sizes="(min-width: 1120px) 352px, (min-width: 801px) 33vw, 100vw"
                />
              )}
              <div className={styles.courseText}>
                <h3>{title}</h3>
                <p className={styles.muted}>
                  {lessons} lessons · {instructor}
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
