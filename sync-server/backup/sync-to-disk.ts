import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Waits until a file, or the list of names in a folder, is on the disk. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Some network file systems cannot do this for folders; the rename is then as durable as they make it.
    if (!isUnsupported(error)) throw error;
  } finally {
    await handle.close();
  }
}

/** Renames within a disk, durably: after a crash the path has its old or its new name, never none. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncToDisk(dirname(to));
  if (dirname(from) !== dirname(to)) await syncToDisk(dirname(from));
}

const isUnsupported = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EINVAL', 'ENOTSUP', 'EISDIR'].includes(String(error.code));
