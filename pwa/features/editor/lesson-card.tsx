import { messages } from '#schema/messages.ts';
import type { AdminLessonOutline, AdminModuleOutline } from '../../store/admin-rows.ts';
import { Button } from '../../ui/button.tsx';
import { useDesk } from './editor-context.tsx';
import { markLesson } from './editor-draft.ts';
import styles from './lesson-card.module.css';
import { LessonContent } from './lesson-content.tsx';
import { LessonFacts } from './lesson-facts.tsx';
import { LessonHistoryPlace } from './lesson-history-place.tsx';
import { LessonResources } from './lesson-resources.tsx';
import { type Place, RecordHead } from './record-head.tsx';
import { useMove } from './use-move.ts';
import { VideoField } from './video-field.tsx';

export interface LessonPartProps {
  module: AdminModuleOutline;
  lesson: AdminLessonOutline;
}

/** A lesson: one line until it is opened, so that a long course stays light. */
export function LessonCard({ module, lesson, place }: LessonPartProps & { place: Place }) {
  const { editor, open } = useDesk();
  const move = useMove();
  return (
    <li className={styles.lesson}>
      <RecordHead
        id={lesson.id}
        kind="lesson"
        place={place}
        title={lesson.title}
        detail={`${lesson.duration} min`}
        isChanged={editor.drafts.drafts.lessons[lesson.id] !== undefined}
        onMove={(to) => move.lesson(module, lesson.id, to)}
        group={module.id}
        onDropped={(id) => move.lesson(module, id, place.index)}
      />
      {open.isOpen(lesson.id) && <LessonBody module={module} lesson={lesson} />}
    </li>
  );
}

function LessonBody({ module, lesson }: LessonPartProps) {
  const { editor, ask, say } = useDesk();
  const mark = () => {
    const { id, version, title } = lesson;
    const record = { id, version, title, moduleId: module.id };
    editor.book.change((drafts) => markLesson(drafts, record, true));
    say.succeed(messages.lessonMarked);
  };
  const askToDelete = () =>
    ask({
      title: `Delete “${lesson.title}”?`,
      sentence: messages.lessonDeleteAsked,
      action: 'Delete the lesson',
      onYes: mark,
    });
  return (
    <div className={styles.body}>
      <LessonFacts lesson={lesson} />
      <VideoField module={module} lesson={lesson} />
      <LessonContent lesson={lesson} />
      <LessonResources module={module} lesson={lesson} />
      <div className={styles.actions}>
        <LessonHistoryPlace lesson={lesson} />
        <Button variant="danger" onClick={askToDelete}>
          Delete Lesson
        </Button>
      </div>
    </div>
  );
}
