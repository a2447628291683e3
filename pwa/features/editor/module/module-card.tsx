import { memo, useMemo } from 'react';
import type { AdminModuleOutline } from '#pwa/store/database/admin-rows.ts';
import { enqueueLessonCreate } from '#pwa/sync/enqueue/editor-commands.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { EmptyState } from '#pwa/ui/feedback/empty-state.tsx';
import { restorableUntil } from '#pwa/ui/format/restorable-until.ts';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { moduleEntity } from '#schema/entities/module-entity.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { useEditorContext, useIsOpen } from '../context/editor-context.tsx';
import { useModuleEdit } from '../context/use-edits.ts';
import { useInViewRef } from '../context/use-in-view.ts';
import { useMove } from '../context/use-move.ts';
import { useRefused } from '../context/waiting-context.tsx';
import { DraftTextArea, DraftTextField } from '../draft/draft-fields.tsx';
import { markModule } from '../draft/editor-draft.ts';
import { FindableText } from '../kit/findable-text.tsx';
import { focusNeighbour, toggleId } from '../kit/focus-soon.ts';
import { LessonCard } from '../lesson/lesson-card.tsx';
import { findModuleProblem } from '../model/editor-rules.ts';
import { describeUnsaved } from '../model/record-marks.ts';
import { RecordHead } from '../record/record-head.tsx';
import styles from './module-card.module.css';

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
  const { open } = useEditorContext();
  const move = useMove();
  const isOpen = useIsOpen(module.id);
  const isRefused = useRefused().has(module.id);
  // Data from the server is valid, so only unsaved records can be invalid.
  const invalid = useMemo(() => (unsaved > 0 ? findModuleProblem(module) : null), [module, unsaved]);
  const refused = isRefused ? 'the server refused an edit.' : null;
  const lessons = module.lessons.length === 1 ? '1 lesson' : `${module.lessons.length} lessons`;
  const openFound = () => {
    open.reveal(module.id);
    document.getElementById(toggleId(module.id))?.scrollIntoView();
  };
  return (
    <li ref={useInViewRef(module.id)} className={styles.module}>
      <RecordHead
        id={module.id}
        kind="module"
        place={{ index, first: 0, last: count - 1 }}
        title={module.title}
        detail={lessons}
        unsaved={describeUnsaved(isOpen ? Number(isEdited) : unsaved)}
        problem={isOpen ? null : (refused ?? invalid)}
        onMove={(to) => move.module(module.id, to)}
        group="modules"
        drops={{
          modules: (id) => move.module(id, index),
          lessons: (id) => move.lesson(module.id, id),
        }}
      />
      {isOpen ? (
        <ModuleBody module={module} isFirst={index === 0} isLast={index === count - 1} />
      ) : (
        <FindableText text={module.lessons.map(({ title }) => title).join(' · ')} onFound={openFound} />
      )}
    </li>
  );
});

interface ModuleBodyProps {
  module: AdminModuleOutline;
  isFirst: boolean;
  isLast: boolean;
}

function ModuleBody({ module, isFirst, isLast }: ModuleBodyProps) {
  const edit = useModuleEdit();
  const addLesson = useLessonAdd(module);
  const confirmDelete = useModuleDelete(module);
  const isEmpty = module.lessons.length === 0;
  return (
    <Stack gap={4} className={styles.body}>
      <DraftTextField
        label="Module title"
        required
        maxLength={moduleEntity.fieldRules.title.max}
        value={module.title}
        onType={(title, options) => edit(module.id, { title }, options)}
      />
      <DraftTextArea
        label="Module description"
        rows={2}
        maxLength={moduleEntity.fieldRules.description.max}
        value={module.description}
        onType={(description, options) => edit(module.id, { description }, options)}
      />
      {isEmpty ? (
        <EmptyState>
          <p>This module has no lessons yet.</p>
        </EmptyState>
      ) : (
        <Stack as="ol" gap={2}>
          {module.lessons.map((lesson, index) => (
            <LessonCard
              key={lesson.id}
              moduleId={module.id}
              lesson={lesson}
              index={index}
              first={isFirst ? 0 : -1}
              last={module.lessons.length - (isLast ? 1 : 0)}
            />
          ))}
        </Stack>
      )}
      <Cluster isSpread>
        <Button onClick={addLesson}>{isEmpty ? 'Add First Lesson' : 'Add Lesson'}</Button>
        <Button variant="danger" onClick={confirmDelete}>
          Delete Module
        </Button>
      </Cluster>
    </Stack>
  );
}

/** Creates a lesson at the end of a module, at once. */
function useLessonAdd(module: AdminModuleOutline): () => void {
  const { userId, getEditor, watch, run, open } = useEditorContext();
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
  const { book, getEditor, confirm, notify } = useEditorContext();
  const mark = () => {
    const { modules } = getEditor().course;
    book.change((drafts) => markModule(drafts, module, true));
    notify.succeed(adminMessages.moduleMarked);
    focusNeighbour(modules, module.id, 'course-modules');
  };
  return () =>
    confirm({
      title: `Delete “${module.title}”?`,
      sentence: adminMessages.moduleDeleteConfirmation,
      note: `${adminMessages.deletedOnSave} ${restorableUntil('Saved today, its lessons with their files', 'audit log')}.`,
      action: 'Delete the module',
      onYes: mark,
    });
}
