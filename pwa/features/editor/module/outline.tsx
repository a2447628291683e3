import { memo } from 'react';
import type { AdminLessonOutline, AdminModuleOutline } from '#pwa/store/database/admin-rows.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { useEditor, useEditorContext, useIsOpen } from '../context/editor-context.tsx';
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
      <button
        type="button"
        className={styles.part}
        onClick={() => focusSoon('course-details', { block: 'start' })}
      >
        Course details
      </button>
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
          <button
            type="button"
            className={styles.part}
            onClick={() => focusSoon('activation-codes', { block: 'start' })}
          >
            {total === 0 ? 'None yet' : `${unused} left of ${total}`}
          </button>
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
      <button type="button" className={styles.part} onClick={() => open.show(module.id)}>
        {index + 1} · {module.title || 'Untitled'}
      </button>
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
      <button
        type="button"
        className={classNames(styles.lesson, isOpen && styles.current)}
        onClick={() => open.show(moduleId, lesson.id)}
      >
        {lesson.title || 'Untitled'}
      </button>
    </li>
  );
});
