import { deleteMediaCache } from './media-cache.ts';
import { callOffAndRun } from './media-lock.ts';

/** Stops every download of this user in every tab, then deletes their files from the device. */
export async function removeKeptFiles(userId: string): Promise<void> {
  await callOffAndRun(userId, () => deleteMediaCache(userId));
}
