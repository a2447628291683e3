import type { Logger } from 'pino';
import { getLastSequence } from '../db/changes/changes-queries.ts';
import type { Database } from '../db/open.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import { unlessDiskFull } from '../disk-full.ts';
import { beginEpoch, findEpoch } from '../epoch/epoch-queries.ts';
import type { Evidence, RestoreEvidence } from '../epoch/restore-evidence.ts';
import { beginRun } from '../epoch/run-queries.ts';
import type { Watermark } from '../epoch/watermark.ts';
import { beginEpochAfterRestore } from './restores.ts';

interface Start {
  readonly db: Database;
  readonly log: Logger;
  readonly now: Date;
  readonly evidence: RestoreEvidence;
}

/**
 * At startup: begins a new epoch when the database was restored from a backup, so devices pull from the start
 * and send again the commands acknowledged since, and then a new run. Returns the current position.
 *
 * Several processes may start at the same time: the first one to have the transaction decides.
 */
export async function ensureEpoch(start: Start): Promise<Watermark> {
  const { db, log, now, evidence } = start;
  const at = now.toISOString();
  const { found, ...position } = await inTransaction(db, async (trx) => {
    const decided = await decideEpoch(trx, evidence, at);
    await evidence.accept(trx);
    return decided;
  });
  if (found !== null) log.warn({ ...found, ...position }, 'new epoch: the database was restored');
  // On a full disk the earlier run continues.
  await unlessDiskFull(log, 'the run of the server', () => inTransaction(db, beginRun));
  evidence.onAccepted();
  return position;
}

async function decideEpoch(
  trx: Trx,
  evidence: RestoreEvidence,
  at: string,
): Promise<Watermark & { readonly found: Evidence | null }> {
  const sequence = await getLastSequence(trx);
  const epoch = await findEpoch(trx);
  if (epoch === undefined) return { epoch: await beginEpoch(trx), sequence, found: null };
  const found = await evidence.find(trx, { epoch, sequence });
  if (found === null) return { epoch, sequence, found };
  return { epoch: await beginEpochAfterRestore(trx, { at, intent: found.intent }), sequence, found };
}
