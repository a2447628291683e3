import type { Config } from '#sync-server/config.ts';
import { verifyMediaStore } from '#sync-server/media-store/open-media-store.ts';
import { error, type Finding, ok } from '../finding.ts';

/** Lists, writes and deletes an object of the bucket, as the server does at its start. */
export async function examineStore(config: Config): Promise<Finding[]> {
  const { s3, dataFolder } = config;
  if (s3 === undefined) return [ok('files', `are in ${dataFolder}`)];
  try {
    await verifyMediaStore(config);
    return [ok('files', `the bucket ${s3.bucket} at ${s3.endpoint} can be listed, written and deleted from`)];
  } catch (problem) {
    return [error('files', problem instanceof Error ? problem.message : String(problem))];
  }
}
