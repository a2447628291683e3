import { findLessonPlace } from '#pwa/lesson/lesson-place.ts';
import { paths } from '#pwa/paths.ts';
import type { Piece } from '#pwa/search/excerpt.ts';
import type { Found, Hit } from '#pwa/search/search-courses.ts';
import type { OfflineCourse } from '#pwa/store/database/rows.ts';
import { Link } from '#pwa/ui/controls/link.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import styles from './search-page.module.css';

interface SearchResultsProps {
  found: Found;
  courses: readonly OfflineCourse[];
}

/** The matching lessons, grouped by course; each link opens its lesson at the match. */
export function SearchResults({ found, courses }: SearchResultsProps) {
  const groups = found.courses.flatMap(({ courseId, hits }) => {
    const course = courses.find(({ id }) => id === courseId);
    return course === undefined ? [] : [{ course, hits }];
  });
  return groups.map(({ course, hits }) => (
    <section key={course.id} className={styles.group} aria-labelledby={`found-in-${course.id}`}>
      <h2 id={`found-in-${course.id}`} className={styles.course} dir="auto">
        {course.title}
      </h2>
      <Stack as="ul" gap={3}>
        {hits.map((hit) => (
          <LessonHit key={hit.lessonId} hit={hit} course={course} />
        ))}
      </Stack>
    </section>
  ));
}

function LessonHit({ hit, course }: { hit: Hit; course: OfflineCourse }) {
  const place = findLessonPlace(course, hit.lessonId);
  // The lesson was deleted when its course was refreshed.
  if (place === null) return null;
  return (
    <li className={styles.hit}>
      <p className={styles.place}>
        <bdi>{place.moduleTitle}</bdi> · Lesson {place.number}
      </p>
      <h3 className={styles.lesson} dir="auto">
        <Link to={paths.learn(course.id, hit.lessonId)} state={{ find: hit.term }}>
          <Pieces pieces={hit.title} />
        </Link>
      </h3>
      <p className={styles.excerpt} dir="auto">
        <Pieces pieces={hit.excerpt} />
      </p>
    </li>
  );
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  // A piece has no id but its position, and all pieces are rendered again when one changes.
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces are never moved
  return pieces.map(({ text, isFound }, at) => (isFound ? <mark key={at}>{text}</mark> : text));
}
