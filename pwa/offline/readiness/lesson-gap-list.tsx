import type { LessonGaps } from '#pwa/downloads/readiness/offline-readiness.ts';
import { paths } from '#pwa/paths.ts';
import { Link } from '#pwa/ui/controls/link.tsx';
import styles from './lesson-gap-list.module.css';
import { describeLessonGaps } from './readiness-text.ts';

interface LessonGapListProps {
  courseId: string;
  lessons: readonly LessonGaps[];
  /** Called when a lesson is opened. */
  onOpen?: (() => void) | undefined;
}

/** Lessons that do not work offline, or of which a part does not, each with the reason. */
export function LessonGapList({ courseId, lessons, onOpen }: LessonGapListProps) {
  if (lessons.length === 0) return null;
  return (
    <ul className={`text-list ${styles.lessons}`}>
      {lessons.map((lesson) => (
        <li key={lesson.lessonId}>
          <Link to={paths.learn(courseId, lesson.lessonId)} onClick={onOpen}>
            {lesson.number} · <bdi>{lesson.title}</bdi>
          </Link>
          <span className={styles.reason}>: {describeLessonGaps(lesson)}.</span>
        </li>
      ))}
    </ul>
  );
}
