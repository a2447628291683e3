import { memo, useMemo } from 'react';
import { adminMessages } from '#schema/admin-messages.ts';
import { TEXT_MAX_CHARACTERS, TITLE_MAX_CHARACTERS } from '#schema/limits.ts';
import type { AdminModuleOutline } from '../../store/admin-rows.ts';
import { enqueueLessonCreate } from '../../sync/editor-commands.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDesk, useIsOpen } from './editor-context.tsx';
import { markModule } from './editor-draft.ts';
import { findModuleProblem } from './editor-rules.ts';
import { FindableText } from './findable-text.tsx';
import { focusNeighbour, toggleId } from './focus-soon.ts';
import { LessonCard } from './lesson-card.tsx';
import styles from './module-card.module.css';
import { RecordHead } from './record-head.tsx';
import { describeUnsaved } from './record-marks.ts';
import { useModuleEdit } from './use-edits.ts';
import { useMove } from './use-move.ts';
import { useRefused } from './waiting-context.tsx';

interface ModuleCardProps {
  module: AdminModuleOutline;
  index: number;
  count: number;
  isEdited: boolean;
  /** The number of unsaved records in it, including itself. */
  unsaved: number;
}

/**
 * A module: its fields and its lessons, which are mounted only while it is open. When closed, its head shows
 * which of them are unsaved or refused. It is rendered only when something in it changes, not at each
 * keystroke elsewhere.
 */
export const ModuleCard = memo(({ module, index, count, isEdited, unsaved }: ModuleCardProps) => {
  const { open } = useDesk();
  const move = useMove();
  const isOpen = useIsOpen(module.id);
  const isRefused = useRefused().has(module.id);
  // Data from the server is valid, so only unsaved records can be invalid.
  const invalid = useMemo(() => (unsaved > 0 ? findModuleProblem(module) : null), [module, unsaved]);
  const refused = isRefused ? 'the server did not take an edit of it.' : null;
  const lessons = module.lessons.length === 1 ? '1 lesson' : `${module.lessons.length} lessons`;
  const openFound = () => {
    open.reveal(module.id);
    document.getElementById(toggleId(module.id))?.scrollIntoView();
  };
  return (
    <li className={styles.module}>
      <RecordHead
        id={module.id}
        kind="module"
        place={{ index, count }}
        title={module.title}
        detail={lessons}
        unsaved={describeUnsaved(isOpen ? Number(isEdited) : unsaved)}
        problem={isOpen ? null : (refused ?? invalid)}
        onMove={(to) => move.module(module.id, to)}
        group="modules"
        onDropped={(id) => move.module(id, index)}
      />
      {isOpen ? (
        <ModuleBody module={module} />
      ) : (
        <FindableText text={module.lessons.map(({ title }) => title).join(' · ')} onFound={openFound} />
      )}
    </li>
  );
});

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
              moduleId={module.id}
              lesson={lesson}
              index={index}
              count={module.lessons.length}
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

/** Creates a lesson at the end of a module, at once. */
function useLessonAdd(module: AdminModuleOutline): () => void {
  const { userId, getEditor, watch, run, open } = useDesk();
  const add = () => {
    const show = open.showLater();
    return run(adminMessages.lessonAddFailed, async () => {
      const courseId = getEditor().course.id;
      const { lessonId, commandId } = await enqueueLessonCreate(userId, { courseId, moduleId: module.id });
      watch({
        commandIds: [commandId],
        success: adminMessages.lessonAdded,
        failure: adminMessages.lessonAddFailed,
      });
      show(module.id, lessonId);
    });
  };
  return () => void add();
}

/** Marks the module after a confirmation: it is deleted when the course is saved (spec map, section 4). */
function useModuleDelete(module: AdminModuleOutline): () => void {
  const { book, getEditor, ask, say } = useDesk();
  const mark = () => {
    const { modules } = getEditor().course;
    book.change((drafts) => markModule(drafts, module, true));
    say.succeed(adminMessages.moduleMarked);
    focusNeighbour(modules, module.id, 'course-modules');
  };
  return () =>
    ask({
      title: `Delete “${module.title}”?`,
      sentence: adminMessages.moduleDeleteAsked,
      action: 'Delete the module',
      onYes: mark,
    });
}
