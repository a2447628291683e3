import { TEXT_MAX_CHARACTERS, TITLE_MAX_CHARACTERS } from '#schema/limits.ts';
import { messages } from '#schema/messages.ts';
import type { AdminModuleOutline } from '../../store/admin-rows.ts';
import { enqueueLessonCreate } from '../../sync/editor-commands.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDesk } from './editor-context.tsx';
import { markModule } from './editor-draft.ts';
import { LessonCard } from './lesson-card.tsx';
import styles from './module-card.module.css';
import { RecordHead } from './record-head.tsx';
import { useModuleEdit } from './use-edits.ts';
import { useMove } from './use-move.ts';

interface ModuleCardProps {
  module: AdminModuleOutline;
  index: number;
  count: number;
}

/** A module: its fields and its lessons. */
export function ModuleCard({ module, index, count }: ModuleCardProps) {
  const { editor, open } = useDesk();
  const move = useMove();
  const isOpen = open.isOpen(module.id);
  const lessons = module.lessons.length === 1 ? '1 lesson' : `${module.lessons.length} lessons`;
  return (
    <li className={styles.module}>
      <RecordHead
        id={module.id}
        kind="module"
        place={{ index, count }}
        title={module.title}
        detail={lessons}
        isChanged={editor.drafts.drafts.modules[module.id] !== undefined}
        onMove={(to) => move.module(module.id, to)}
        group="modules"
        onDropped={(id) => move.module(id, index)}
      />
      {isOpen && <ModuleBody module={module} />}
    </li>
  );
}

function ModuleBody({ module }: { module: AdminModuleOutline }) {
  const edit = useModuleEdit();
  const addLesson = useLessonAdd(module);
  const askToDelete = useModuleDelete(module);
  const isEmpty = module.lessons.length === 0;
  return (
    <div className={styles.body}>
      <TextField
        label="Module title"
        required
        maxLength={TITLE_MAX_CHARACTERS}
        value={module.title}
        onChange={({ target }) => edit(module.id, { title: target.value })}
      />
      <TextArea
        label="Module description"
        rows={2}
        maxLength={TEXT_MAX_CHARACTERS}
        value={module.description}
        onChange={({ target }) => edit(module.id, { description: target.value })}
      />
      {isEmpty ? (
        <p className={styles.empty}>This module has no lessons yet.</p>
      ) : (
        <ol className={styles.lessons}>
          {module.lessons.map((lesson, index) => (
            <LessonCard
              key={lesson.id}
              module={module}
              lesson={lesson}
              place={{ index, count: module.lessons.length }}
            />
          ))}
        </ol>
      )}
      <div className={styles.actions}>
        <Button onClick={addLesson}>{isEmpty ? 'Add First Lesson' : 'Add Lesson'}</Button>
        <Button variant="danger" onClick={askToDelete}>
          Delete Module
        </Button>
      </div>
    </div>
  );
}

/** Adds a lesson at the end of a module, at once. */
function useLessonAdd(module: AdminModuleOutline): () => void {
  const { userId, editor, watch, run, open } = useDesk();
  const courseId = editor.course.id;
  const add = () => {
    const show = open.showLater();
    return run(messages.lessonAddFailed, async () => {
      const { lessonId, commandId } = await enqueueLessonCreate(userId, { courseId, moduleId: module.id });
      watch({
        commandIds: [commandId],
        success: messages.lessonAdded,
        failure: messages.lessonAddFailed,
      });
      show(module.id, lessonId);
    });
  };
  return () => void add();
}

/** Asks, and then marks the module: it goes when the course is saved (section 4). */
function useModuleDelete(module: AdminModuleOutline): () => void {
  const { editor, ask, say } = useDesk();
  const mark = () => {
    editor.book.change((drafts) => markModule(drafts, module, true));
    say.succeed(messages.moduleMarked);
  };
  return () =>
    ask({
      title: `Delete “${module.title}”?`,
      sentence: messages.moduleDeleteAsked,
      action: 'Delete the module',
      onYes: mark,
    });
}
