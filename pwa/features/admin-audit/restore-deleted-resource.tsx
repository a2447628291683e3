import { useState } from 'react';
import * as v from 'valibot';
import { paths } from '#pwa/paths.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import { enqueueResourceRestore } from '#pwa/sync/enqueue/editor-commands.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { ResourceType } from '#schema/courses/resource.ts';
import { type Revision, uploadedFileOf } from '#schema/editor/history.ts';
import { TRASH_DAYS } from '#schema/limits.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import styles from './admin-audit-page.module.css';

const DAY_MS = 24 * 60 * 60_000;
const Deleted = v.object({ lessonId: v.string(), type: ResourceType, url: v.string() });

interface RestoreDeletedResourceProps {
  /** The deletion of a resource. */
  deletion: Revision;
  course: AdminCourseOutline;
}

/** Restores a deleted resource as the last one of its lesson; nothing if the lesson or the file is gone. */
export function RestoreDeletedResource({ deletion, course }: RestoreDeletedResourceProps) {
  const userId = useUserId();
  const [isRestored, setIsRestored] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const place = findPlace(deletion, course);
  if (place === null) return null;
  const { lesson, type, url } = place;
  const restore = async () => {
    setProblem(null);
    try {
      const { id, title } = deletion;
      await enqueueResourceRestore(userId, lesson, { id, title, type, url });
      setIsRestored(true);
    } catch (error) {
      setProblem(describeFailure(error));
    }
  };
  if (isRestored)
    return (
      <p role="status" className={styles.muted}>
        Restored in lesson “{lesson.lessonTitle}”, saved on this device, waiting to sync.
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

/** The lesson from which it was deleted, and what is known of it on this device. */
function findPlace({ before, receivedAt }: Revision, { id: courseId, modules }: AdminCourseOutline) {
  const deleted = v.safeParse(Deleted, before);
  if (!deleted.success) return null;
  const { lessonId, type, url } = deleted.output;
  const isFile = uploadedFileOf(before) !== null;
  if (isFile && Date.now() > Date.parse(receivedAt) + TRASH_DAYS * DAY_MS) return null;
  const module = modules.find(({ lessons }) => lessons.some(({ id }) => id === lessonId));
  const title = module?.lessons.find(({ id }) => id === lessonId)?.title;
  if (module === undefined || title === undefined) return null;
  const lesson = { courseId, moduleId: module.id, lessonId, lessonTitle: title };
  return { lesson, type, url: isFile ? '' : url };
}
