import { draftPrefix, putDraft, removeDraft, removeDrafts } from '../store/drafts.ts';
import { openPrivateStore } from '../store/private-store.ts';
import { withRoom } from './room.ts';

/**
 * Keeps what somebody is typing, for as long as it is not handed in.
 *
 * @param id names the form; a form has one draft per person
 * @param userId whose it is; somebody else may be here by the time that it is written
 * @throws {StorageFullError} when the device has no room
 * @throws {StoreGoneError} when its owner is not here any more
 */
export async function keepDraft(userId: string, id: string, value: unknown): Promise<void> {
  const store = openPrivateStore(userId);
  await withRoom(userId, () => putDraft(store, id, value));
}

/** Drops a draft by the person's word; `userId` as for {@link keepDraft}. */
export async function dropDraft(userId: string, id: string): Promise<void> {
  await removeDraft(openPrivateStore(userId), id);
}

/** Drops every draft of a course in the editor by the person's word. */
export async function dropCourseDrafts(userId: string, courseId: string): Promise<void> {
  await removeDrafts(openPrivateStore(userId), draftPrefix(courseId));
}
