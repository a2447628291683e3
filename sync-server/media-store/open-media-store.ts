import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import { FolderStore } from './folder-store.ts';
import type { MediaStore } from './media-store.ts';

interface StoreParts {
  readonly config: Pick<Config, 'dataFolder' | 's3'>;
  readonly db: Database;
}

/** Opens the store of the configuration. The code for S3 is loaded only when it is used. */
export async function openMediaStore({ config, db }: StoreParts): Promise<MediaStore> {
  const { dataFolder, s3 } = config;
  if (s3 === undefined) return new FolderStore(dataFolder);
  const { S3Store } = await import('./s3/s3-store.ts');
  return new S3Store({ s3, db, dataFolder });
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
