import { Link } from 'react-router-dom';
import type { TripCheck } from '../../downloads/trip-check.ts';
import { lessonGapWords } from '../../kept/trip-words.ts';
import { paths } from '../../paths.ts';
import styles from './storage-page.module.css';

/** The lessons of a course that are not ready offline, each with the reason. */
export function TripList({ courseId, trip }: { courseId: string; trip: TripCheck }) {
  if (trip.away.length === 0) return null;
  return (
    <ul className={styles.away}>
      {trip.away.map((lesson) => (
        <li key={lesson.lessonId}>
          <Link to={paths.learn(courseId, lesson.lessonId)}>
            {lesson.number} · {lesson.title}
          </Link>
          <span className={styles.reason}>: {lessonGapWords(lesson)}.</span>
        </li>
      ))}
    </ul>
  );
}
