import { openPrivateStore } from '../store/private-store.ts';
import { exportOutbox } from './outbox-file.ts';

/** Somebody's unsent work as a file. */
export interface UnsentFile {
  /** `carrel-unsent-2026-11-21.json` */
  readonly name: string;
  readonly text: string;
}

/**
 * @param userId whose work it is
 * @param typed drafts as they stand on the screen, where the device could not take them; by id
 * @throws {StoreGoneError} when they are not here any more
 */
export async function makeUnsentFile(
  userId: string,
  typed?: ReadonlyMap<string, unknown>,
): Promise<UnsentFile> {
  const day = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  return { name: `carrel-unsent-${day}.json`, text: await exportOutbox(openPrivateStore(userId), typed) };
}
