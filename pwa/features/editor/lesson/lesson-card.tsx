import { memo, useDeferredValue } from 'react';
import type { AdminLessonOutline } from '#pwa/store/database/admin-rows.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { restorableUntil } from '#pwa/ui/format/restorable-until.ts';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { useDraftPart, useEditorContext, useIsOpen } from '../context/editor-context.tsx';
import { useInViewRef } from '../context/use-in-view.ts';
import { useMove } from '../context/use-move.ts';
import { useRefused } from '../context/waiting-context.tsx';
import { markLesson } from '../draft/editor-draft.ts';
import { focusNeighbour, toggleId } from '../kit/focus-soon.ts';
import type { Place } from '../kit/move-buttons.tsx';
import { LessonQuizzes } from '../quiz/lesson-quizzes.tsx';
import { RecordHead } from '../record/record-head.tsx';
import { DuplicateLesson } from './duplicate-lesson.tsx';
import styles from './lesson-card.module.css';
import { LessonContent } from './lesson-content.tsx';
import { LessonFacts } from './lesson-facts.tsx';
import { LessonHistoryPlace } from './lesson-history-place.tsx';
import { LessonResources } from './lesson-resources.tsx';
import { MoveLesson } from './move-lesson.tsx';
import { VideoPart } from './video-field.tsx';

interface LessonProps {
  moduleId: string;
  lesson: AdminLessonOutline;
}

/**
 * A lesson: one line until it is opened, so that a long course stays light. It is rendered only when it
 * changes, not at each keystroke in another lesson.
 */
export const LessonCard = memo(({ moduleId, lesson, ...place }: LessonProps & Place) => {
  const move = useMove();
  const isOpen = useIsOpen(lesson.id);
  const isUnsaved = useDraftPart(({ drafts }) => drafts.lessons[lesson.id] !== undefined);
  const isRefused = useRefused().has(lesson.id);
  return (
    <li ref={useInViewRef(lesson.id)} className={styles.lesson}>
      <RecordHead
        id={lesson.id}
        kind="lesson"
        place={place}
        title={lesson.title}
        detail={`${lesson.duration} min`}
        unsaved={isUnsaved ? 'not saved' : null}
        problem={isRefused ? 'the server refused an edit.' : null}
        onMove={(to) => move.lessonPast(moduleId, lesson.id, to)}
        group="lessons"
        drops={{ lessons: (id) => move.lesson(moduleId, id, place.index) }}
      />
      {isOpen && <LessonBody moduleId={moduleId} lesson={lesson} />}
    </li>
  );
});

function LessonBody({ moduleId, lesson }: LessonProps) {
  const { book, getEditor, confirm, notify } = useEditorContext();
  const mark = () => {
    const { id, version, title } = lesson;
    const siblings = getEditor().course.modules.find((module) => module.id === moduleId)?.lessons ?? [];
    book.change((drafts) => markLesson(drafts, { id, version, title, moduleId }, true));
    notify.succeed(adminMessages.lessonMarked);
    focusNeighbour(siblings, id, toggleId(moduleId));
  };
  const confirmDelete = () =>
    confirm({
      title: `Delete “${lesson.title}”?`,
      sentence: adminMessages.lessonDeleteConfirmation,
      note: `${adminMessages.deletedOnSave} ${restorableUntil('Saved today, the lesson with its files', 'audit log')}.`,
      action: 'Delete the lesson',
      onYes: mark,
    });
  // These parts use the title only as a name, so a keystroke in its field is painted before they are
  // rendered.
  const title = useDeferredValue(lesson.title);
  const part = { moduleId, lessonId: lesson.id, title };
  return (
    <Stack gap={4} className={styles.body}>
      <LessonFacts lesson={lesson} />
      <VideoPart {...part} type={lesson.type} videoUrl={lesson.videoUrl} />
      <LessonContent lessonId={lesson.id} title={title} />
      <LessonResources {...part} resources={lesson.resources} />
      <LessonQuizzes {...part} />
      <Cluster isSpread>
        <Cluster>
          <LessonHistoryPlace lesson={lesson} />
          <MoveLesson {...part} />
          <DuplicateLesson lesson={lesson} />
        </Cluster>
        <Button variant="danger" onClick={confirmDelete}>
          Delete Lesson
        </Button>
      </Cluster>
    </Stack>
  );
}
