import { deleteMediaCache } from './media-cache.ts';
import { cancelAndRun } from './media-lock.ts';

/** Stops every download of this user in every tab, then deletes their files from the device. */
export async function removeCachedFiles(userId: string): Promise<void> {
  await cancelAndRun(userId, () => deleteMediaCache(userId));
}
