import { draftPrefix, putDraft, removeDraft, removeDrafts } from '../store/drafts.ts';
import { StoreGoneError } from '../store/errors.ts';
import { findPrivateStore, openPrivateStore, type PrivateStore } from '../store/private-store.ts';
import { withRoom } from './room.ts';

/**
 * Keeps what somebody is typing, for as long as it is not handed in.
 *
 * @param id names the form; a form has one draft per person
 * @param userId whose it is, where it may be written when somebody else is here by then
 * @throws {StorageFullError} when the device has no room
 * @throws {StoreGoneError} when its owner is not here any more
 */
export async function keepDraft(id: string, value: unknown, userId?: string): Promise<void> {
  const store = getOwnStore(userId);
  await withRoom(store.userId, () => putDraft(store, id, value));
}

/** Drops a draft by the person's word; `userId` as for {@link keepDraft}. */
export async function dropDraft(id: string, userId?: string): Promise<void> {
  await removeDraft(getOwnStore(userId), id);
}

/** Drops every draft of a course in the editor by the person's word. */
export async function dropCourseDrafts(courseId: string): Promise<void> {
  await removeDrafts(getOwnStore(undefined), draftPrefix(courseId));
}

function getOwnStore(userId: string | undefined): PrivateStore {
  const store = userId === undefined ? findPrivateStore() : openPrivateStore(userId);
  if (store === null) throw new StoreGoneError();
  return store;
}
