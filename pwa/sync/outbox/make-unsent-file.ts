import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { exportOutbox } from './outbox-file.ts';

/** A user's unsent work as a file. */
export interface UnsentFile {
  /** `carrel-unsent-2026-11-21.json` */
  readonly name: string;
  readonly text: string;
}

/**
 * @param userId the owner of the work
 * @param typed drafts from the screen that the device could not store; by id
 * @throws {StoreGoneError} if the user is no longer signed in
 */
export async function makeUnsentFile(
  userId: string,
  typed?: ReadonlyMap<string, unknown>,
): Promise<UnsentFile> {
  const day = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  return { name: `carrel-unsent-${day}.json`, text: await exportOutbox(openPrivateStore(userId), typed) };
}
