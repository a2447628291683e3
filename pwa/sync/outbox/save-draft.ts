import { draftPrefix, putDraft, removeDraft, removeDraftRows } from '#pwa/store/account/drafts.ts';
import { write } from '#pwa/store/database/access.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { withQuotaRetry } from './with-quota-retry.ts';

/**
 * Stores typed text until it is submitted.
 *
 * @param id names the form; a form has one draft per user
 * @param userId the owner; another user may be signed in by the time it is written
 * @throws {StorageFullError} if the device's storage is full
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 */
export async function saveDraft(userId: string, id: string, value: unknown): Promise<void> {
  const store = openPrivateStore(userId);
  await withQuotaRetry(userId, () => putDraft(store, id, value));
}

/** Removes a draft at the user's request; `userId` as for `saveDraft`. */
export async function dropDraft(userId: string, id: string): Promise<void> {
  await removeDraft(openPrivateStore(userId), id);
}

/** Removes every draft of a course in the editor, and the image that was chosen for it, at the user's request. */
export async function dropCourseDrafts(userId: string, courseId: string): Promise<void> {
  const store = openPrivateStore(userId);
  await write(store, [store.drafts, store.uploads, store.uploadBytes], async (tx) => {
    await removeDraftRows(tx, draftPrefix(courseId));
    const uploads = await tx.uploads.toArray();
    const held = uploads.filter((row) => row.courseId === courseId && row.state === 'held');
    const ids = held.map(({ uploadId }) => uploadId);
    await tx.uploads.bulkDelete(ids);
    await tx.uploadBytes.bulkDelete(ids);
  });
}
