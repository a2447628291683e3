import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { getLastSequence, SEQUENCE } from '#sync-server/db/changes/changes-queries.ts';
import { compiledOnce, type ValueOf } from '#sync-server/db/compiled-once.ts';
import { joinedLookUp } from '#sync-server/db/joined-look-ups.ts';
import type { Db } from '#sync-server/db/open.ts';
import type { Trx } from '#sync-server/db/transaction.ts';

const RUN_BYTES = 9;

/**
 * Begins a run of the server (db/tables.ts, `RunRow`) after the last change. Runs without changes are replaced, so
 * a server that is restarted again and again adds no rows.
 */
export async function beginRun(trx: Trx): Promise<void> {
  const startSequence = await getLastSequence(trx);
  await trx.deleteFrom('runs').where('startSequence', '>=', startSequence).execute();
  const run = randomBytes(RUN_BYTES).toString('base64url');
  await trx.insertInto('runs').values({ startSequence, run }).execute();
}

/** The run that wrote the change with this number; empty for changes before the first recorded run. */
async function findRunOf(db: Db, sequence: number): Promise<string> {
  const [row] = await runBefore(db, { sequence });
  return row?.run ?? '';
}

const runBefore = compiledOnce((db, value: ValueOf<{ sequence: number }>) =>
  db
    .selectFrom('runs')
    .select('run')
    .where('startSequence', '<', value('sequence'))
    .orderBy('startSequence', 'desc')
    .limit(1),
);

/** The end of the database's history. */
export interface Position {
  readonly epoch: string;
  readonly sequence: number;
  /** As {@link findRunOf}. */
  readonly run: string;
}

/** As {@link findRunOf}, without a query for the last change. */
export async function findRunAt(db: Db, sequence: number, position: Position): Promise<string> {
  return sequence === position.sequence ? position.run : findRunOf(db, sequence);
}

/** One query for the three, because every ack contains them. */
export const getPosition = (db: Db): Promise<Position> => sharedPosition(db, null);

const sharedPosition = joinedLookUp<null, Position>({
  one: readPosition,
  many: async (db, keys) => {
    const position = await readPosition(db);
    return keys.map(() => position);
  },
  nameOf: () => '',
});

async function readPosition(db: Db): Promise<Position> {
  const [row] = await positionOf(db, {});
  if (row === undefined) throw new Error('The database was never started: it has no epoch');
  return { epoch: row.epoch, sequence: Number(row.sequence ?? 0), run: row.run ?? '' };
}

const positionOf = compiledOnce((db) =>
  db
    .selectFrom('epochs')
    .leftJoin('counters', (join) => join.on('counters.name', '=', SEQUENCE))
    .select(['epochs.epoch', 'counters.value as sequence'])
    .select((eb) =>
      eb
        .selectFrom('runs')
        .select('runs.run')
        .where('runs.startSequence', '<', eb.fn.coalesce('counters.value', sql<number>`0`))
        .orderBy('runs.startSequence', 'desc')
        .limit(1)
        .as('run'),
    )
    .orderBy('epochs.number', 'desc')
    .limit(1),
);
