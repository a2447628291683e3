import * as v from 'valibot';
import { useUserId } from '#pwa/session/use-user-id.ts';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import { enqueueResourceRestore } from '#pwa/sync/enqueue/editor-commands.ts';
import { ResourceType } from '#schema/courses/resource.ts';
import { type Revision, uploadedFileOf } from '#schema/editor/history.ts';
import { TRASH_DAYS } from '#schema/limits.ts';
import { findLessonRef, RestorePart } from './restore-part.tsx';

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
  const { id, title, before, receivedAt } = deletion;
  const deleted = v.safeParse(Deleted, before);
  if (!deleted.success) return null;
  const { lessonId, type, url } = deleted.output;
  const isFile = uploadedFileOf(before) !== null;
  const lesson = findLessonRef(course, lessonId);
  if (lesson === null || (isFile && Date.now() > Date.parse(receivedAt) + TRASH_DAYS * DAY_MS)) return null;
  const restore = () => enqueueResourceRestore(userId, lesson, { id, title, type, url: isFile ? '' : url });
  return <RestorePart title={title} lesson={lesson} onRestore={restore} />;
}
