import { putDraft, removeDraft } from '../store/drafts.ts';
import { StoreGoneError } from '../store/errors.ts';
import { findPrivateStore, type PrivateStore } from '../store/private-store.ts';
import { withRoom } from './room.ts';

/**
 * Keeps what somebody is typing, for as long as it is not handed in.
 *
 * @param id names the form; a form has one draft per person
 * @throws {StorageFullError} when the device has no room
 */
export async function keepDraft(id: string, value: unknown): Promise<void> {
  const store = getOwnStore();
  await withRoom(store.userId, () => putDraft(store, id, value));
}

/** Drops a draft by the person's word. */
export function dropDraft(id: string): Promise<void> {
  return removeDraft(getOwnStore(), id);
}

function getOwnStore(): PrivateStore {
  const store = findPrivateStore();
  if (store === null) throw new StoreGoneError();
  return store;
}
