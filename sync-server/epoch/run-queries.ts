import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { getLastSequence, SEQUENCE } from '../db/changes/changes-queries.ts';
import { compiledOnce, type ValueOf } from '../db/compiled-once.ts';
import type { Db } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';
import { type NamedSession, sessionLookUp, sessionUserOf } from '../sessions/session-queries.ts';

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
export async function getPosition(db: Db): Promise<Position> {
  const [row] = await positionRows(db, {});
  return toPosition(row);
}

interface PositionRow {
  readonly epoch: string | null;
  readonly sequence: number | null;
  readonly run: string | null;
}

function toPosition(row: PositionRow | undefined): Position {
  const { epoch = null, sequence, run } = row ?? {};
  if (epoch === null) throw new Error('The database was never started: it has no epoch');
  return { epoch, sequence: Number(sequence ?? 0), run: run ?? '' };
}

function positionOf(db: Db) {
  const last = sql<number | null>`${db.selectFrom('counters').select('value').where('name', '=', SEQUENCE)}`;
  return db
    .selectFrom('epochs')
    .select(['epochs.epoch', last.as('sequence')])
    .select((eb) =>
      eb
        .selectFrom('runs')
        .select('runs.run')
        .where('runs.startSequence', '<', eb.fn.coalesce(last, sql<number>`0`))
        .orderBy('runs.startSequence', 'desc')
        .limit(1)
        .as('run'),
    )
    .orderBy('epochs.number', 'desc')
    .limit(1);
}

const positionRows = compiledOnce(positionOf);

/** A user and their session, with the position, in one round trip. */
export const findSessionAndPosition = sessionLookUp(
  compiledOnce((db, value: ValueOf<NamedSession>) =>
    sessionUserOf(db, value)
      .leftJoin(positionOf(db).as('position'), (join) => join.onTrue())
      .select(['position.epoch', 'position.sequence', 'position.run']),
  ),
  (row) => ({ position: toPosition(row) }),
);
