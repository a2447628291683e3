import { given } from '#schema/given.ts';
import type { Revision, RevisionFields } from '#schema/history.ts';
import { SpokenError } from '#schema/spoken-error.ts';
import { findLessonHistory } from '../store/history.ts';
import { openPrivateStore } from '../store/private-store.ts';
import { refreshLessonHistory } from './admin-refresh.ts';
import { enqueueLessonCreate } from './editor-commands.ts';
import { restorableFields } from './restorable-fields.ts';

/** The deletion of a lesson, as stored in the history. */
export type LessonDeletion = Pick<Revision, 'id' | 'entityId' | 'title'>;

/**
 * Queues a deleted lesson as a new one (ids are never reused) with its old content, at its old position if
 * that fits into its former module. Its text is fetched unless this device has loaded its history.
 *
 * @throws {CallError} if its text is not on the device and cannot be fetched
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
export async function bringBackLesson(
  authorId: string,
  deletion: LessonDeletion,
  place: { readonly courseId: string; readonly moduleId: string },
) {
  const words = await findWords(authorId, deletion);
  const { videoUrl, ...fields } = given(restorableFields(words));
  const isHome = words.moduleId === place.moduleId && typeof words.position === 'string';
  return enqueueLessonCreate(authorId, place, {
    ...fields,
    title: deletion.title,
    ...(videoUrl ? { videoUrl } : {}),
    ...(isHome ? { position: String(words.position) } : {}),
  });
}

async function findWords(authorId: string, deletion: LessonDeletion): Promise<RevisionFields> {
  const kept = await findKeptWords(authorId, deletion);
  if (kept !== null) return kept;
  await refreshLessonHistory(deletion.entityId);
  const fetched = await findKeptWords(authorId, deletion);
  if (fetched === null) throw new SpokenError('The history does not have the text of this lesson any more.');
  return fetched;
}

async function findKeptWords(
  authorId: string,
  { id, entityId }: LessonDeletion,
): Promise<RevisionFields | null> {
  const history = await findLessonHistory(openPrivateStore(authorId), entityId);
  return history?.revisions.find((revision) => revision.id === id)?.before ?? null;
}
