import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { Config } from '../config.ts';
import type { S3Config } from '../s3-config.ts';
import { S3_KEY } from './s3/s3-store.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of an S3 store, which start-s3.ts starts. */
    s3Endpoint: string;
  }
}

/** Set by the test project that runs the tests of files a second time. */
const IS_S3 = process.env.CARREL_TEST_STORE === 's3';

/** Where a test's server stores its files: in its folder, or in a bucket of its own. */
export const storeConfig = async (): Promise<Partial<Config>> => (IS_S3 ? { s3: await newBucket() } : {});

/** A bucket that no other test uses. */
export async function newBucket(): Promise<S3Config> {
  // Most tests need none, and the library is large.
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
  const config: S3Config = {
    ...{ endpoint: inject('s3Endpoint'), bucket: `test-${randomUUID()}`, ...S3_KEY, region: 'us-east-1' },
    ...{ isPathStyle: true, redirectsPlayers: false },
  };
  const { endpoint, region, bucket } = config;
  const client = new S3Client({ endpoint, region, credentials: S3_KEY, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return config;
}
