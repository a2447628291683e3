import { useUserId } from '#pwa/session/use-user-id.ts';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import { restoreQuiz } from '#pwa/sync/enqueue/restore-quiz.ts';
import { type Revision, readDeletedQuiz } from '#schema/editor/history.ts';
import { findLessonRef, RestorePart } from './restore-part.tsx';

interface RestoreDeletedQuizProps {
  /** The deletion of a practice or test. */
  deletion: Revision;
  course: AdminCourseOutline;
}

/** Restores a deleted practice or test as the last one of its lesson; nothing if the lesson is gone. */
export function RestoreDeletedQuiz({ deletion: { before, title }, course }: RestoreDeletedQuizProps) {
  const userId = useUserId();
  const quiz = readDeletedQuiz(before);
  const lesson = findLessonRef(course, before.lessonId);
  if (quiz === null || lesson === null) return null;
  const restore = () => restoreQuiz(userId, lesson, quiz);
  return (
    <RestorePart
      title={title}
      lesson={lesson}
      without=" without what learners answered"
      onRestore={restore}
    />
  );
}
