import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { CAPTIONS_CONTENT_TYPE } from '#schema/courses/captions.ts';
import type { FileRow } from '../db/tables.ts';

/** 128 random bits: an unguessable address, and a name that no upload chooses. */
const FILE_ID_BYTES = 16;

/** The permitted file extensions, each with the type it is served under. */
const contentTypes: Readonly<Record<string, string>> = {
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.pdf': 'application/pdf',
  '.vtt': CAPTIONS_CONTENT_TYPE,
};

export const newFileId = (): string => randomBytes(FILE_ID_BYTES).toString('hex');

/** The path of a stored file. */
export const mediaPath = (dataFolder: string, fileId: string): string => join(dataFolder, 'media', fileId);

export const thumbnailsFolder = (dataFolder: string): string => join(dataFolder, 'thumbnails');

/**
 * Copies a file into the data folder under a new id and describes it; the caller inserts the row. Throws when
 * the file is missing or of a type that is not served.
 */
export async function storeFile(dataFolder: string, source: string, createdAt: string): Promise<FileRow> {
  const contentType = contentTypes[extname(source).toLowerCase()];
  if (contentType === undefined)
    throw new Error(`${basename(source)} is neither a video nor a PDF nor captions`);
  const id = newFileId();
  await mkdir(join(dataFolder, 'media'), { recursive: true });
  await copyFile(source, mediaPath(dataFolder, id));
  // A copy has the mode of its source, whatever the umask is.
  await chmod(mediaPath(dataFolder, id), 0o600);
  const measured = await measureFile(mediaPath(dataFolder, id));
  return { id, name: basename(source), contentType, ...measured, createdAt };
}

/** Writes a text to a file, durably, and describes it; the caller inserts the row. */
export async function storeText(
  dataFolder: string,
  text: string,
  { name, contentType, createdAt }: Pick<FileRow, 'name' | 'contentType' | 'createdAt'>,
): Promise<FileRow> {
  const id = newFileId();
  const path = mediaPath(dataFolder, id);
  await mkdir(join(dataFolder, 'media'), { recursive: true });
  await writeFile(path, text, { flag: 'wx', flush: true });
  return { id, name, contentType, ...(await measureFile(path)), createdAt };
}

/** Moves a finished file on the same disk to its place; the caller inserts the row. */
export async function placeFile(dataFolder: string, source: string, fileId: string): Promise<void> {
  await mkdir(join(dataFolder, 'media'), { recursive: true });
  await rename(source, mediaPath(dataFolder, fileId));
}

/** Size and digest of a file's bytes, as stored in its row. */
export async function measureFile(path: string): Promise<Pick<FileRow, 'sizeBytes' | 'digest'>> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  return { sizeBytes, digest: hash.digest('base64url') };
}
