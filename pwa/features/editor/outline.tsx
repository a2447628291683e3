import { classNames } from '../../ui/class-names.ts';
import { useDesk } from './editor-context.tsx';
import { useModuleAdd } from './modules-section.tsx';
import styles from './outline.module.css';
import { focusSoon } from './use-open-records.ts';

/** The course at a glance, beside the page where there is room: leads to every module and lesson. */
export function Outline() {
  const { editor, open } = useDesk();
  const { seen, course, isNew, drafts } = editor;
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
      <ol className={styles.list}>
        {course.modules.map((module, index) => (
          <li key={module.id}>
            <button type="button" className={styles.part} onClick={() => open.show(module.id)}>
              {index + 1} · {module.title || 'Untitled'}
            </button>
            <ol className={styles.lessons}>
              {module.lessons.map((lesson) => (
                <li key={lesson.id}>
                  <button
                    type="button"
                    className={classNames(styles.lesson, open.isOpen(lesson.id) && styles.current)}
                    onClick={() => open.show(module.id, lesson.id)}
                  >
                    {lesson.title || 'Untitled'}
                  </button>
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
      {marked.map(({ id, title }) => (
        <s key={id} className={styles.marked}>
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
