import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#sync-server/config.ts';
import { PRIVATE_FILES, PRIVATE_FOLDERS } from '#sync-server/security/private-files.ts';
import { checkDisk } from '../check/check-space.ts';
import { error, type Finding, ok, warning } from '../finding.ts';

const OTHERS = 0o077;

/** Examines the permissions of the data folder, and the space on its disk. */
export async function examineModes({ dataFolder }: Config): Promise<Finding[]> {
  if (!existsSync(dataFolder)) return [warning('data folder', `${dataFolder} does not exist yet`)];
  const open = [...PRIVATE_FILES, ...PRIVATE_FOLDERS].filter((name) => {
    const found = statSync(join(dataFolder, name), { throwIfNoEntry: false });
    return found !== undefined && (found.mode & OTHERS) !== 0;
  });
  return [
    ...open.map((name) =>
      error('file modes', `other users of this machine can read ${name}; a start restricts it`),
    ),
    ...(open.length === 0 ? [ok('file modes', 'only the owner can read the data')] : []),
    await checkDisk(dataFolder),
  ];
}
