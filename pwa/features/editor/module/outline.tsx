import { memo, type ReactNode, useEffect, useRef } from 'react';
import type { AdminLessonOutline, AdminModuleOutline } from '#pwa/store/database/admin-rows.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { useEditor, useEditorContext, useIsOpen } from '../context/editor-context.tsx';
import { useIsInView } from '../context/use-in-view.ts';
import { useModuleAdd } from '../context/use-module-add.ts';
import { focusSoon } from '../kit/focus-soon.ts';
import styles from './outline.module.css';

/** The outline of the course beside the page, with links to every module and lesson. */
export function Outline() {
  const { seen, course, isNew, drafts } = useEditor();
  const addModule = useModuleAdd();
  const { unused, total } = course.codeStats;
  const marked = seen.modules.filter(({ id }) => drafts.drafts.modules[id]?.isDeleted);
  return (
    <nav className={styles.outline} aria-label="Outline">
      <p className={styles.label}>Outline</p>
      <OutlineButton
        id="course-details"
        className={styles.part}
        onPress={() => focusSoon('course-details', { block: 'start' })}
      >
        Course details
      </OutlineButton>
      <ol>
        {course.modules.map((module, index) => (
          <OutlineModule key={module.id} module={module} index={index} />
        ))}
      </ol>
      {marked.map(({ id, title }) => (
        <s key={id} className={styles.marked} dir="auto">
          {title}
        </s>
      ))}
      {!isNew && (
        <>
          <button type="button" className={styles.quiet} onClick={addModule}>
            + Add module
          </button>
          <p className={styles.label}>Activation codes</p>
          <OutlineButton
            id="activation-codes"
            className={styles.part}
            onPress={() => focusSoon('activation-codes', { block: 'start' })}
          >
            {total === 0 ? 'None yet' : `${unused} left of ${total}`}
          </OutlineButton>
        </>
      )}
    </nav>
  );
}

/** A module; its lessons are listed while it is open on the page. */
const OutlineModule = memo(({ module, index }: { module: AdminModuleOutline; index: number }) => {
  const { open } = useEditorContext();
  const isOpen = useIsOpen(module.id);
  return (
    <li>
      <OutlineButton id={module.id} className={styles.part} onPress={() => open.show(module.id)}>
        {index + 1} · {module.title || 'Untitled'}
      </OutlineButton>
      {isOpen && (
        <ol className={styles.lessons}>
          {module.lessons.map((lesson) => (
            <OutlineLesson key={lesson.id} moduleId={module.id} lesson={lesson} />
          ))}
        </ol>
      )}
    </li>
  );
});

interface OutlineLessonProps {
  moduleId: string;
  lesson: AdminLessonOutline;
}

const OutlineLesson = memo(({ moduleId, lesson }: OutlineLessonProps) => {
  const { open } = useEditorContext();
  const isOpen = useIsOpen(lesson.id);
  return (
    <li>
      <OutlineButton
        id={lesson.id}
        className={classNames(styles.lesson, isOpen && styles.open)}
        onPress={() => open.show(moduleId, lesson.id)}
      >
        {lesson.title || 'Untitled'}
      </OutlineButton>
    </li>
  );
});

interface OutlineButtonProps {
  /** The id of the part that it leads to. */
  id: string;
  className: string | undefined;
  onPress: () => void;
  children: ReactNode;
}

/** Leads to a part of the page, and is marked and visible in the outline while that part is in view. */
function OutlineButton({ id, className, onPress, children }: OutlineButtonProps) {
  const isInView = useIsInView(id);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isInView) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isInView]);
  return (
    <button
      ref={button}
      type="button"
      className={className}
      aria-current={isInView || undefined}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
