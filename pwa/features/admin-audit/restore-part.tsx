import { useState } from 'react';
import { paths } from '#pwa/paths.ts';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import type { LessonRef } from '#pwa/sync/commands/row-refs.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import styles from './admin-audit-page.module.css';

interface RestorePartProps {
  title: string;
  lesson: LessonRef;
  /** The end of the sentence *Restored in lesson …*, ` without …`, which names the parts that are not restored. */
  without?: string;
  onRestore: () => Promise<unknown>;
}

/** Restores a deleted part of a lesson as the last one of its kind there. */
export function RestorePart({ title, lesson, without = '', onRestore }: RestorePartProps) {
  const [isRestored, setIsRestored] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const restore = async () => {
    setProblem(null);
    try {
      await onRestore();
      setIsRestored(true);
    } catch (error) {
      setProblem(describeFailure(error));
    }
  };
  if (isRestored)
    return (
      <p role="status" className={styles.muted}>
        Restored in lesson “{lesson.lessonTitle}”{without}, saved on this device, waiting to sync.
        <ButtonLink size="sm" to={paths.adminCourse(lesson.courseId, lesson.lessonId)}>
          Open lesson
        </ButtonLink>
      </p>
    );
  return (
    <>
      <Button size="sm" onClick={() => void restore()}>
        Restore<span className="visually-hidden"> “{title}”</span>
      </Button>
      {problem !== null && (
        <p role="alert" className={styles.bad}>
          {problem}
        </p>
      )}
    </>
  );
}

/** The lesson from which a part was deleted; null if it is gone. */
export function findLessonRef(
  { id: courseId, modules }: AdminCourseOutline,
  lessonId: unknown,
): LessonRef | null {
  for (const module of modules) {
    const lesson = module.lessons.find(({ id }) => id === lessonId);
    if (lesson !== undefined)
      return { courseId, moduleId: module.id, lessonId: lesson.id, lessonTitle: lesson.title };
  }
  return null;
}
