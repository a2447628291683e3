import type { TestProject } from 'vitest/node';
import { startS3Store } from '../s3/s3-store.ts';

/** Before all tests of the server: starts an S3 store, in the process of the runner. Each test has a bucket. */
export async function setup(project: TestProject): Promise<() => void> {
  const { endpoint, close } = await startS3Store();
  project.provide('s3Endpoint', endpoint);
  return close;
}
