import { memo } from 'react';
import type { TestState } from '#pwa/sync/quizzes/course-tests.ts';
import { OfflineIcon } from '#pwa/ui/display/icons.tsx';
import { LessonWay, type OpenLesson } from '../page/lesson-way.tsx';
import styles from './course-contents.module.css';
import { LessonTick } from './lesson-tick.tsx';

interface ListedLesson {
  readonly id: string;
  readonly title: string;
  readonly duration: number;
}

export interface ListedModule {
  readonly id: string;
  readonly title: string;
  readonly lessons: readonly ListedLesson[];
}

interface ModuleLessonsProps {
  module: ListedModule;
  number: number;
  courseId: string;
  /** Null if the current lesson is in another module. */
  currentId: string | null;
  completedIds: ReadonlySet<string> | undefined;
  unavailableIds: ReadonlySet<string> | undefined;
  testStates: ReadonlyMap<string, TestState> | undefined;
  onOpen: OpenLesson;
}

/** A module and its lessons. */
export const ModuleLessons = memo(function ModuleLessons(props: ModuleLessonsProps) {
  const { module, number, courseId, currentId, completedIds, unavailableIds, testStates, onOpen } = props;
  return (
    <section className={styles.module}>
      <h3 className={styles.moduleTitle}>
        <span dir="auto">
          {number} · {module.title}
        </span>
        {completedIds !== undefined && (
          <span className={styles.count}>
            {module.lessons.filter(({ id }) => completedIds.has(id)).length}/{module.lessons.length}
            <span className="visually-hidden"> completed</span>
          </span>
        )}
      </h3>
      {module.lessons.length === 0 && <p className={styles.none}>No lessons yet</p>}
      <ol>
        {module.lessons.map((lesson) => (
          <li key={lesson.id}>
            <LessonRow
              lesson={lesson}
              courseId={courseId}
              isCurrent={lesson.id === currentId}
              isCompleted={completedIds?.has(lesson.id)}
              isAway={unavailableIds?.has(lesson.id) === true}
              test={testStates?.get(lesson.id)}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ol>
    </section>
  );
});

interface LessonRowProps {
  lesson: ListedLesson;
  courseId: string;
  isCurrent: boolean;
  isCompleted: boolean | undefined;
  isAway: boolean;
  test: TestState | undefined;
  onOpen: OpenLesson;
}

const testLabels: Readonly<Record<TestState, string>> = {
  open: 'Test',
  waiting: 'Score waits',
  passed: 'Test passed',
};

const LessonRow = memo(function LessonRow(props: LessonRowProps) {
  const { lesson, courseId, isCurrent, isCompleted, isAway, test, onOpen } = props;
  return (
    <LessonWay {...{ courseId, isCurrent, onOpen }} lessonId={lesson.id} className={styles.lesson}>
      {isCompleted !== undefined && <LessonTick isDone={isCompleted} />}
      {test === undefined ? (
        <span className={styles.named} dir="auto">
          {lesson.title}
        </span>
      ) : (
        <span className={styles.named}>
          <span className={styles.lessonTitle} dir="auto">
            {lesson.title}
          </span>
          <span className={styles.test}>{testLabels[test]}</span>
        </span>
      )}
      {isAway && (
        <span className={styles.away} title="Does not work offline">
          <OfflineIcon />
          <span className="visually-hidden"> (does not work offline)</span>
        </span>
      )}
      {lesson.duration > 0 && <span className={styles.minutes}>{lesson.duration} min</span>}
    </LessonWay>
  );
});
