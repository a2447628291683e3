import { removeKeptFiles, verifyKeptFiles } from '../downloads/keep-files.ts';
import { StorageFullError } from '../store/errors.ts';

/**
 * Runs a write of the outbox. Where the device has no room, the person's kept media make way and the
 * write is tried once more: files can be fetched again, what somebody did cannot.
 *
 * @throws {StorageFullError} when there is no room even so
 */
export async function withRoom<T>(userId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StorageFullError)) throw error;
    await makeRoom(userId);
    return work();
  }
}

async function makeRoom(userId: string): Promise<void> {
  try {
    await removeKeptFiles(userId);
    // So that no screen goes on promising them.
    await verifyKeptFiles(userId);
  } catch {
    // What could be freed is free; the second try of the write tells whether it was enough.
  }
}
