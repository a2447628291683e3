import { useState } from 'react';
import { paths } from '#pwa/paths.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import { restoreQuiz } from '#pwa/sync/enqueue/restore-quiz.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { type Revision, readDeletedQuiz } from '#schema/editor/history.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import styles from './admin-audit-page.module.css';

interface RestoreDeletedQuizProps {
  /** The deletion of a practice or test. */
  deletion: Revision;
  course: AdminCourseOutline;
}

/** Restores a deleted practice or test as the last one of its lesson; nothing if the lesson is gone. */
export function RestoreDeletedQuiz({ deletion, course }: RestoreDeletedQuizProps) {
  const userId = useUserId();
  const [isRestored, setIsRestored] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const quiz = readDeletedQuiz(deletion.before);
  const lesson = findLesson(deletion, course);
  if (quiz === null || lesson === null) return null;
  const restore = async () => {
    setProblem(null);
    try {
      await restoreQuiz(userId, lesson, quiz);
      setIsRestored(true);
    } catch (error) {
      setProblem(describeFailure(error));
    }
  };
  if (isRestored)
    return (
      <p role="status" className={styles.muted}>
        Restored in lesson “{lesson.lessonTitle}” without what learners answered, saved on this device,
        waiting to sync.
        <ButtonLink size="sm" to={paths.adminCourse(course.id, lesson.lessonId)}>
          Open lesson
        </ButtonLink>
      </p>
    );
  return (
    <>
      <Button size="sm" onClick={() => void restore()}>
        Restore<span className="visually-hidden"> “{deletion.title}”</span>
      </Button>
      {problem !== null && (
        <p role="alert" className={styles.bad}>
          {problem}
        </p>
      )}
    </>
  );
}

/** The lesson from which it was deleted. */
function findLesson({ before }: Revision, { id: courseId, modules }: AdminCourseOutline) {
  for (const module of modules) {
    const lesson = module.lessons.find(({ id }) => id === before.lessonId);
    if (lesson !== undefined)
      return { courseId, moduleId: module.id, lessonId: lesson.id, lessonTitle: lesson.title };
  }
  return null;
}
