import { draftPrefix, putDraft, removeDraft, removeDrafts } from '#pwa/store/account/drafts.ts';
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

/** Removes every draft of a course in the editor at the user's request. */
export async function dropCourseDrafts(userId: string, courseId: string): Promise<void> {
  await removeDrafts(openPrivateStore(userId), draftPrefix(courseId));
}
