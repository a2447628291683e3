import type { Logger } from 'pino';
import type { FileStore } from './media-store.ts';

interface Needs {
  readonly mediaStore: FileStore;
  readonly log: Logger;
}

/**
 * Deletes files that no row names. Never rejects: what it is part of has succeeded or failed for its own reason, and
 * the daily sweep deletes what is left.
 */
export async function removeUnneeded({ mediaStore, log }: Needs, ...names: readonly string[]): Promise<void> {
  try {
    await mediaStore.remove(...names);
  } catch (error) {
    log.warn({ names, error: String(error) }, 'files were not deleted; the daily sweep does');
  }
}
