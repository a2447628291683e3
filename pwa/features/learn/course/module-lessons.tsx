import { memo } from 'react';
import { paths } from '#pwa/paths.ts';
import type { OfflineLesson, OfflineModule } from '#pwa/store/database/rows.ts';
import type { LinkClick } from '#pwa/ui/controls/use-link-click.ts';
import { OfflineIcon } from '#pwa/ui/display/icons.tsx';
import styles from './course-contents.module.css';
import { LessonTick } from './lesson-tick.tsx';

interface ModuleLessonsProps {
  module: OfflineModule;
  number: number;
  courseId: string;
  /** Null if the current lesson is in another module. */
  currentId: string | null;
  completedIds: ReadonlySet<string>;
  /** Lessons that do not work offline. */
  awayIds: ReadonlySet<string>;
  onOpen: LinkClick;
}

/** A module and its lessons. */
export const ModuleLessons = memo(function ModuleLessons(props: ModuleLessonsProps) {
  const { module, number, courseId, currentId, completedIds, awayIds, onOpen } = props;
  const done = module.lessons.filter((lesson) => completedIds.has(lesson.id)).length;
  return (
    <section className={styles.module}>
      <h3 className={styles.moduleTitle}>
        <span dir="auto">
          {number} · {module.title}
        </span>
        <span className={styles.count}>
          {done}/{module.lessons.length}
          <span className="visually-hidden"> completed</span>
        </span>
      </h3>
      <ol>
        {module.lessons.map((lesson) => (
          <li key={lesson.id}>
            <LessonLink
              lesson={lesson}
              to={paths.learn(courseId, lesson.id)}
              isCurrent={lesson.id === currentId}
              isCompleted={completedIds.has(lesson.id)}
              isAway={awayIds.has(lesson.id)}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ol>
    </section>
  );
});

interface LessonLinkProps {
  lesson: OfflineLesson;
  to: string;
  isCurrent: boolean;
  isCompleted: boolean;
  isAway: boolean;
  onOpen: LinkClick;
}

const LessonLink = memo(function LessonLink(props: LessonLinkProps) {
  const { lesson, to, isCurrent, isCompleted, isAway, onOpen } = props;
  return (
    <a className={styles.lesson} href={to} aria-current={isCurrent ? 'page' : undefined} onClick={onOpen}>
      <LessonTick isDone={isCompleted} />
      <span className={styles.lessonTitle} dir="auto">
        {lesson.title}
      </span>
      {isAway && (
        <span className={styles.away} title="Does not work offline">
          <OfflineIcon />
          <span className="visually-hidden"> (does not work offline)</span>
        </span>
      )}
      {lesson.duration > 0 && <span className={styles.minutes}>{lesson.duration} min</span>}
    </a>
  );
});
