import { createRequire } from 'node:module';
import Sqlite from 'better-sqlite3';
import * as v from 'valibot';
import type { Config } from '#sync-server/config.ts';
import { findFfmpeg } from '#sync-server/uploads/transcode/ffmpeg.ts';
import { error, type Finding, ok, warning } from '../finding.ts';
import { readProgramVersion } from '../program-version.ts';

const NODE_MINIMUM = [20, 20] as const;
const NODE_OF_SQLITE_13 = 24;

const Package = v.object({ version: v.string() });

export async function examineVersions({ transcode }: Config): Promise<Finding[]> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < NODE_MINIMUM[0] || (major === NODE_MINIMUM[0] && minor < NODE_MINIMUM[1]);
  const node = `Node ${process.versions.node}`;
  return [
    ok('Carrel', readProgramVersion()),
    isOld ? error('Node', `${node} is older than ${NODE_MINIMUM.join('.')}`) : ok('Node', node),
    examineSqlite(major),
    await examineFfmpeg(transcode),
  ];
}

/** Up to version 12 it aborts on Node 24 and newer (docs/why/server.md). */
function examineSqlite(nodeMajor: number): Finding {
  const { version } = v.parse(Package, createRequire(import.meta.url)('better-sqlite3/package.json'));
  const isSafe = nodeMajor < NODE_OF_SQLITE_13 || Number(version.split('.')[0]) >= 13;
  if (isSafe) return ok('SQLite', readSqliteVersion());
  return error(
    'SQLite',
    `better-sqlite3 ${version} ends the server at random on Node ${nodeMajor}: npm start installs the right one`,
  );
}

function readSqliteVersion(): string {
  const db = new Sqlite(':memory:');
  try {
    return String(db.prepare('select sqlite_version()').pluck().get());
  } finally {
    db.close();
  }
}

async function examineFfmpeg(transcode: Config['transcode']): Promise<Finding> {
  if (transcode === 'off') return ok('ffmpeg', 'not used: CARREL_TRANSCODE is off');
  if ((await findFfmpeg()) !== null) return ok('ffmpeg', 'found, with the encoders that are needed');
  return warning('ffmpeg', 'not found, or without libx264 and aac: videos are served as uploaded');
}
