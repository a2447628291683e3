import { basename, extname } from 'node:path';
import { CAPTIONS_CONTENT_TYPE } from '#schema/courses/captions.ts';
import type { FileRow } from '../db/tables.ts';
import { measureBytes, measureFile } from '../media-store/measure-file.ts';
import type { FileStore } from '../media-store/media-store.ts';
import { mediaName, newFileId } from '../media-store/stored-names.ts';

/** The permitted file extensions, each with the type it is served under. */
const contentTypes: Readonly<Record<string, string>> = {
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.pdf': 'application/pdf',
  '.vtt': CAPTIONS_CONTENT_TYPE,
};

/**
 * Stores a copy of a local file under a new id and describes it; the caller inserts the row. Throws when the file is
 * missing or of a type that is not served.
 */
export async function storeFile(store: FileStore, source: string): Promise<FileRow> {
  const contentType = contentTypes[extname(source).toLowerCase()];
  if (contentType === undefined)
    throw new Error(`${basename(source)} is neither a video nor a PDF nor captions`);
  const id = newFileId();
  await store.copyIn(mediaName(id), source);
  return { id, name: basename(source), contentType, ...(await measureFile(source)) };
}

/** Stores a text as a file, durably, and describes it; the caller inserts the row. */
export async function storeText(
  store: FileStore,
  text: string,
  { name, contentType }: Pick<FileRow, 'name' | 'contentType'>,
): Promise<FileRow> {
  const id = newFileId();
  const bytes = Buffer.from(text);
  await store.write(mediaName(id), bytes);
  return { id, name, contentType, ...(await measureBytes([bytes])) };
}
