import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const SHARED_MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Makes a folder in memory for temporary databases and browser profiles; returns undefined where there is not enough
 * of it. The tests kill processes, not the machine, so waiting for a disk at each commit proves nothing.
 */
export function makeMemoryFolder() {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (bavail * bsize < NEEDED_BYTES) return undefined;
    const folder = mkdtempSync(join(SHARED_MEMORY, 'carrel-tests-'));
    // PostgreSQL runs as another user where the tests run as root; it must reach its own folder in this one.
    chmodSync(folder, 0o711);
    return folder;
  } catch {
    return undefined;
  }
}
