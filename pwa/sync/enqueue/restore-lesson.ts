import { findLessonHistory } from '#pwa/store/admin/history.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { given } from '#schema/editor/given.ts';
import type { Revision, RevisionFields } from '#schema/editor/history.ts';
import { restorableFields } from '../commands/restorable-fields.ts';
import { fetchRevision } from '../pull/fetch-revisions.ts';
import { enqueueLessonCreate } from './editor-commands.ts';

/** The deletion of a lesson, as stored in the history. */
export type LessonDeletion = Pick<Revision, 'id' | 'entityId' | 'title'>;

/**
 * Queues a deleted lesson as a new one (ids are never reused) with its old content, at its old position if
 * that fits into its former module. The server adds its resources and its uploaded video. Its text is fetched unless this device has loaded its history.
 *
 * @throws {CallError} if its text is not on the device and cannot be fetched
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
export async function restoreLesson(
  authorId: string,
  deletion: LessonDeletion,
  place: { readonly courseId: string; readonly moduleId: string },
) {
  const deletedFields = await findDeletedFields(authorId, deletion);
  const { videoUrl, ...fields } = given(restorableFields(deletedFields));
  const isSameModule =
    deletedFields.moduleId === place.moduleId && typeof deletedFields.position === 'string';
  return enqueueLessonCreate(authorId, place, {
    ...fields,
    title: deletion.title,
    restores: deletion.id,
    ...(videoUrl ? { videoUrl } : {}),
    ...(isSameModule ? { position: String(deletedFields.position) } : {}),
  });
}

async function findDeletedFields(authorId: string, deletion: LessonDeletion): Promise<RevisionFields> {
  return (await findStoredFields(authorId, deletion)) ?? (await fetchRevision(deletion.id)).before;
}

async function findStoredFields(
  authorId: string,
  { id, entityId }: LessonDeletion,
): Promise<RevisionFields | null> {
  const history = await findLessonHistory(openPrivateStore(authorId), entityId);
  const stored = history?.revisions.find((revision) => revision.id === id);
  return stored === undefined || stored.omittedCharacters !== undefined ? null : stored.before;
}
