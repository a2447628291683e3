import { databaseBytesOf, dataOf } from './data.ts';
import type { Inputs } from './inputs.ts';
import { courseCountOf, type Load, loadOf, peakOf, sumOf } from './load.ts';

/** A limit, the first number of learners that exceeds it, and what moves it. */
export interface Wall {
  readonly what: string;
  readonly learners: number;
  readonly code: string;
  readonly remedy: string;
}

interface Limit extends Omit<Wall, 'learners'> {
  /** Share of the limit that so many learners use: 1 is the wall. */
  readonly used: (peak: Load, inputs: Inputs, learners: number) => number;
}

const MS = 1_000;

const limits: readonly Limit[] = [
  {
    what: 'one counter of changes on PostgreSQL',
    used: (peak, inputs) => peak.commands / (inputs.countedCommands * inputs.utilisation),
    code: '`sync-server/db/changes/changes-queries.ts`, `sync-server/sync/cursor.ts`',
    remedy: 'a counter per person, and a cursor with both positions',
  },
  {
    what: 'one process on SQLite: processor',
    used: (peak, inputs) => (peak.work * inputs.sqliteMsPerRequest) / MS / inputs.utilisation,
    code: '`sync-server/config.ts` (`DATABASE_URL`)',
    remedy: 'several processes on PostgreSQL; fewer requests per save',
  },
  {
    what: 'open streams of one process',
    used: (peak, inputs) => peak.streams / inputs.streamsPerProcess,
    code: '`sync-server/sync/event-streams.ts`',
    remedy: 'more processes',
  },
  {
    what: 'one process on SQLite: commits',
    used: (peak, inputs) => peak.commands / (inputs.sqliteCommands * inputs.utilisation),
    code: '`sync-server/http/commands/group-commit.ts`',
    remedy: 'fewer saves: `pwa/lesson/player/use-position-saver.ts`',
  },
  {
    what: 'media through one process',
    used: (peak, inputs) => sumOf(peak.bytes) / (inputs.processBytesPerSecond * inputs.utilisation),
    code: '`sync-server/media/media-routes.ts`, `sync-server/security/media-signer.ts`',
    remedy: '`S3_REDIRECT`, then a CDN',
  },
  {
    what: 'courses of the library, all in one catalogue',
    used: (_, inputs, learners) => courseCountOf(learners, inputs) / inputs.coursesTried,
    code: '`sync-server/courses/catalogue.ts`, `sync-server/sync/pulled-queries.ts` (admins pull every course)',
    remedy: 'a catalogue that is searched on the server; admins pull the courses that they edit',
  },
  {
    what: 'one database with a counter per person: commits',
    used: (peak, inputs) => peak.commands / (inputs.scopedCommands * inputs.utilisation),
    code: '`sync-server/storage/postgres-storage.ts`',
    remedy: 'databases by person',
  },
  {
    what: 'one database: processor',
    used: (peak, inputs) =>
      (peak.work * inputs.databaseMsPerRequest) / MS / inputs.utilisation / inputs.coresPerDatabase,
    code: '`sync-server/sync/pull-routes.ts`, `sync-server/sync/read-page.ts`',
    remedy: 'read replicas with the cursor guard; caller, access and page in one query',
  },
  {
    what: 'changes that every process reads for its streams',
    used: (peak, inputs) =>
      (peak.commands * Math.ceil((peak.work * inputs.processMsPerRequest) / MS / inputs.utilisation)) /
      inputs.watchedRows,
    code: '`sync-server/sync/change-watch.ts`, `sync-server/sync/concern-queries.ts`',
    remedy: 'a process asks only for the people whose streams it has',
  },
  {
    what: 'one database: size',
    used: (_, inputs, learners) => databaseBytesOf(dataOf(learners, inputs)) / inputs.databaseBytes,
    code: '`sync-server/db/tables.ts`, `sync-server/remove-expired-rows.ts`',
    remedy: 'partitions of `receipts`, `progress` and `changes` by person; then databases by person',
  },
];

const LEARNERS_MAX = 1e10;
const PRECISION = 1.001;

/** The walls, the nearest first. */
export function wallsOf(inputs: Inputs): readonly Wall[] {
  return limits
    .map(({ used, ...wall }) => ({ ...wall, learners: firstBeyond(used, inputs) }))
    .toSorted((one, other) => one.learners - other.learners);
}

/** The use grows with the number of learners, so the wall is found by halving. */
function firstBeyond(used: Limit['used'], inputs: Inputs): number {
  const isBeyond = (learners: number) => used(peakOf(loadOf(learners, inputs), inputs), inputs, learners) > 1;
  let [low, high] = [1, LEARNERS_MAX];
  while (high / low > PRECISION) {
    const middle = Math.sqrt(low * high);
    if (isBeyond(middle)) high = middle;
    else low = middle;
  }
  return high;
}
