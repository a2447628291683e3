import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { MissingFileError, StoreUnavailableError } from '../media-store.ts';
import { removeFiles, temporaryPath } from '../temporary-files.ts';
import type { Bucket } from './bucket.ts';

interface Download {
  readonly bucket: Bucket;
  readonly keys: readonly string[];
  readonly dataFolder: string;
}

/** Runs `work` with a temporary file that has the bytes of objects, one after the other. */
export async function withDownloaded<T>(
  { bucket, keys, dataFolder }: Download,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const path = await temporaryPath(dataFolder);
  try {
    await downloadObjects(bucket, keys, path);
    return await work(path);
  } finally {
    await removeFiles(path);
  }
}

/** Writes the bytes of objects, one after the other, into a new file; leaves none when it fails. */
export async function downloadObjects(bucket: Bucket, keys: readonly string[], path: string): Promise<void> {
  try {
    await pipeline(readObjects(bucket, keys), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await removeFiles(path);
    throw error;
  }
}

/** The bytes of objects, one after the other. Throws MissingFileError or StoreUnavailableError. */
export async function* readObjects(bucket: Bucket, keys: readonly string[]): AsyncGenerator<Uint8Array> {
  try {
    for (const key of keys) yield* await bucket.get(key);
  } catch (error) {
    if (error instanceof MissingFileError || error instanceof StoreUnavailableError) throw error;
    throw new StoreUnavailableError(String(error), { cause: error });
  }
}
