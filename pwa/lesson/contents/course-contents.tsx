import { type ReactNode, useEffect, useRef } from 'react';
import { whenIdle } from '#pwa/device/when-idle.ts';
import type { TestState } from '#pwa/sync/quizzes/course-tests.ts';
import { useOpenLesson } from '../page/lesson-way.tsx';
import styles from './course-contents.module.css';
import { type ListedModule, ModuleLessons } from './module-lessons.tsx';

interface CourseContentsProps {
  course: { readonly id: string; readonly modules: readonly ListedModule[] };
  currentId: string;
  title: string;
  /** Below the title, above the lessons. */
  head: ReactNode;
  /** Undefined without a learner. */
  completedIds: ReadonlySet<string> | undefined;
  /** Lessons that do not work offline. */
  unavailableIds: ReadonlySet<string> | undefined;
  testStates: ReadonlyMap<string, TestState> | undefined;
  /** Called when a lesson was chosen; on a phone, this closes the drawer. */
  onChoose: (() => void) | undefined;
}

/**
 * The modules and lessons of the course, with a learner's progress and offline readiness. From one lesson to the
 * next, only the two ways that change are rendered again.
 */
export function CourseContents(props: CourseContentsProps) {
  const { course, currentId, title, head, completedIds, unavailableIds, testStates, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);
  const open = useOpenLesson(onChoose);
  useCurrentInSight(list, currentId);
  return (
    <div className={styles.contents} ref={list}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {head}
      </div>
      {course.modules.map((module, index) => (
        <ModuleLessons
          key={module.id}
          module={module}
          number={index + 1}
          courseId={course.id}
          currentId={module.lessons.some(({ id }) => id === currentId) ? currentId : null}
          completedIds={completedIds}
          unavailableIds={unavailableIds}
          testStates={testStates}
          onOpen={open}
        />
      ))}
    </div>
  );
}

/**
 * Scrolls the list (never the page) to the current lesson of a long course. Measures when the page is idle:
 * before, it would force the layout of the new lesson ahead of its frame.
 */
function useCurrentInSight(list: { readonly current: HTMLElement | null }, currentId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each lesson.
  useEffect(
    () =>
      whenIdle(() => {
        const current = list.current?.querySelector<HTMLElement>('[aria-current]');
        if (list.current?.parentElement && current) scrollIntoSight(list.current.parentElement, current);
      }),
    [list, currentId],
  );
}

function scrollIntoSight(scroller: HTMLElement, element: HTMLElement): void {
  const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  const isInSight = top >= 0 && top + element.offsetHeight <= scroller.clientHeight;
  if (!isInSight) scroller.scrollTop += top - scroller.clientHeight / 3;
}
