import { Link } from 'react-router-dom';
import type { OfflineReadiness } from '#pwa/downloads/readiness/offline-readiness.ts';
import { describeLessonGaps } from '#pwa/offline/readiness/readiness-text.ts';
import { paths } from '#pwa/paths.ts';
import styles from './storage-page.module.css';

/** The lessons of a course that are not ready offline, each with the reason. */
export function LessonGapList({ courseId, readiness }: { courseId: string; readiness: OfflineReadiness }) {
  if (readiness.away.length === 0) return null;
  return (
    <ul className={`text-list ${styles.away}`}>
      {readiness.away.map((lesson) => (
        <li key={lesson.lessonId}>
          <Link to={paths.learn(courseId, lesson.lessonId)}>
            {lesson.number} · <bdi>{lesson.title}</bdi>
          </Link>
          <span className={styles.reason}>: {describeLessonGaps(lesson)}.</span>
        </li>
      ))}
    </ul>
  );
}
