import { ConfigError } from '#sync-server/config.ts';
import type { S3Config } from '#sync-server/s3-config.ts';
import { newFileId } from '../stored-names.ts';
import { Bucket } from './bucket.ts';
import { readS3Problem, type S3Problem } from './s3-problem.ts';

const KEY_REFUSED = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidSecurity',
  'InvalidToken',
]);
const WRONG_REGION = new Set([
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'IllegalLocationConstraint',
]);

/**
 * Lists, writes and deletes an object, as the server will. Throws ConfigError with a sentence that says what to do;
 * it never has a key in it.
 */
export async function verifyBucket(s3: S3Config): Promise<void> {
  const bucket = new Bucket(s3);
  try {
    const key = `probe/${newFileId()}`;
    for await (const _ of bucket.list(key)) break;
    await bucket.put(key, Buffer.from('Carrel can write here.'));
    await bucket.delete(key);
  } catch (error) {
    const problem = readS3Problem(error instanceof Error ? error.cause : undefined);
    if (problem === null) throw error;
    throw new ConfigError(describeProblem(problem, s3), { cause: error });
  } finally {
    bucket.close();
  }
}

function describeProblem(
  { code, status, message }: S3Problem,
  { endpoint, bucket, region }: S3Config,
): string {
  if (status === undefined)
    return `S3_ENDPOINT ${endpoint} cannot be reached (${code}: ${message}). Correct the address, or start the store.`;
  if (code === 'NoSuchBucket' || status === 404)
    return `S3_BUCKET ${bucket} does not exist in the store at ${endpoint}. Create the bucket, or correct its name.`;
  if (KEY_REFUSED.has(code))
    return `The store at ${endpoint} does not accept the key (${code}). Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`;
  if (code === 'RequestTimeTooSkewed')
    return `The store at ${endpoint} has another time than this machine. Synchronise the clocks.`;
  if (WRONG_REGION.has(code))
    return `S3_REGION ${region} is not the region of the bucket ${bucket} (${code}: ${message}). Correct S3_REGION or S3_ENDPOINT.`;
  if (status === 401 || status === 403)
    return `The store at ${endpoint} does not let the key use the bucket ${bucket} (${code}). Allow it to list the bucket, and to read, write and delete its objects.`;
  return `The store at ${endpoint} cannot be used: ${code} (status ${status}): ${message}.`;
}
