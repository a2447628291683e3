import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import { FolderStore } from './folder-store.ts';
import type { FileStore, MediaStore } from './media-store.ts';

type StoreConfig = Pick<Config, 'dataFolder' | 's3'>;

/** Opens the store of the configuration. The code for S3 is loaded only when it is used. */
export async function openMediaStore({ dataFolder, s3 }: StoreConfig, db: Database): Promise<MediaStore> {
  if (s3 === undefined) return new FolderStore(dataFolder);
  const { openS3Store } = await import('./s3/open-s3.ts');
  return openS3Store(s3, dataFolder, db);
}

/** Runs `work` with the files of the configuration's store, for commands that may run beside the server. */
export async function withFileStore<T>(
  config: StoreConfig,
  work: (files: FileStore) => Promise<T>,
): Promise<T> {
  const files = await openFileStore(config);
  try {
    return await work(files);
  } finally {
    files.close();
  }
}

async function openFileStore({ dataFolder, s3 }: StoreConfig): Promise<FileStore> {
  if (s3 === undefined) return new FolderStore(dataFolder);
  const { openS3Files } = await import('./s3/open-s3.ts');
  return openS3Files(s3, dataFolder);
}

/**
 * Uses the store of the configuration as the server will. Throws ConfigError with a sentence that says what to do. A
 * folder needs no check: it is created with its first file.
 */
export async function verifyMediaStore({ s3 }: Pick<Config, 's3'>): Promise<void> {
  if (s3 === undefined) return;
  const { verifyBucket } = await import('./s3/verify-bucket.ts');
  await verifyBucket(s3);
}
