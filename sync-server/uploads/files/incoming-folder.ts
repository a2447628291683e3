import type { FileHandle } from 'node:fs/promises';
import { copyFile, link, mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaPath } from '#sync-server/media/media-folder.ts';
import { removeFiles, temporaryPath } from './uploads-folder.ts';

/*
 * The folder of resumable uploads. Unlike the folder of temporary files it survives a restart: an upload
 * continues with the byte it stopped at.
 */

/** Long enough for every signature that is checked. */
export const HEAD_BYTES = 8 * 1024;
/** File systems without hard links, or without links to that folder. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'EMLINK', 'ENOSYS']);

const incomingFolder = (dataFolder: string): string => join(dataFolder, 'incoming');

/** The path of an upload's bytes. */
export const incomingPath = (dataFolder: string, fileId: string): string =>
  join(incomingFolder(dataFolder), fileId);

/** Returns how many bytes of an upload are stored. Creates its file if there is none. */
export async function countIncoming(dataFolder: string, fileId: string): Promise<number> {
  const path = incomingPath(dataFolder, fileId);
  const found = await stat(path).catch(() => null);
  if (found !== null) return found.size;
  await mkdir(incomingFolder(dataFolder), { recursive: true, mode: 0o700 });
  await withFile(path, 'a', async () => undefined);
  return 0;
}

/** The first bytes of an upload, 8 kB at most. */
export function readHead(path: string): Promise<Buffer> {
  return withFile(path, 'r', async (file) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  });
}

/** Flushes a file to disk, because a row is about to name it. */
export function makeDurable(path: string): Promise<void> {
  return withFile(path, 'r+', (file) => file.sync());
}

/**
 * Links the bytes of an upload into the video folder, under its own name, and leaves the upload unchanged:
 * nothing is lost if the edit is rejected. Idempotent.
 */
export async function placeIncoming(dataFolder: string, fileId: string): Promise<void> {
  const [from, to] = [incomingPath(dataFolder, fileId), mediaPath(dataFolder, fileId)];
  await mkdir(join(dataFolder, 'media'), { recursive: true });
  try {
    await link(from, to);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EEXIST') return;
    if (!NO_LINKS.has(code)) throw error;
    const copy = await temporaryPath(dataFolder);
    await copyFile(from, copy);
    await makeDurable(copy);
    await rename(copy, to);
  }
}

/** Returns the names of all uploads with stored bytes. */
export function listIncoming(dataFolder: string): Promise<string[]> {
  return readdir(incomingFolder(dataFolder)).catch(() => []);
}

/**
 * Deletes the bytes of an upload, and their copy in the video folder unless a video is shown under its name.
 */
export async function removeIncoming(
  dataFolder: string,
  fileId: string,
  isStoredFile: boolean,
): Promise<void> {
  await removeFiles(
    incomingPath(dataFolder, fileId),
    ...(isStoredFile ? [] : [mediaPath(dataFolder, fileId)]),
  );
}

async function withFile<T>(path: string, flags: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags, 0o600);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
