import type { Database } from '#sync-server/db/open.ts';
import type { S3Config } from '#sync-server/s3-config.ts';
import type { FileStore, MediaStore } from '../media-store.ts';
import { Bucket } from './bucket.ts';
import { S3Files } from './s3-files.ts';
import { S3Incoming } from './s3-incoming.ts';

/** The files in a bucket, with the state of uploads in the database. */
class S3Store extends S3Files implements MediaStore {
  readonly incoming: S3Incoming;

  constructor(parts: ConstructorParameters<typeof S3Files>[0], incoming: S3Incoming) {
    super(parts);
    this.incoming = incoming;
  }
}

export function openS3Files(s3: S3Config, dataFolder: string): FileStore {
  return new S3Files({ bucket: new Bucket(s3), redirectsPlayers: s3.redirectsPlayers, dataFolder });
}

/** `db` has the offsets of uploads. */
export function openS3Store(s3: S3Config, dataFolder: string, db: Database): MediaStore {
  const bucket = new Bucket(s3);
  const { redirectsPlayers } = s3;
  return new S3Store({ bucket, redirectsPlayers, dataFolder }, new S3Incoming({ bucket, db, dataFolder }));
}
