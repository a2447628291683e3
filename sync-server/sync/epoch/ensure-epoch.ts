import type { Logger } from 'pino';
import { getLastSequence } from '#sync-server/db/changes/changes-queries.ts';
import type { Database } from '#sync-server/db/open.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { unlessDiskFull } from '#sync-server/disk-full.ts';
import { beginEpoch, findEpoch, isEarlierEpoch } from './epoch-queries.ts';
import { type Declaration, readDeclaration, removeDeclaration } from './restore-declaration.ts';
import { beginEpochAfterRestore } from './restores.ts';
import { beginRun } from './run-queries.ts';
import type { SecondWatermark } from './second-watermark.ts';
import { readWatermark } from './watermark.ts';
import type { WatermarkWriter } from './watermark-writer.ts';

interface Start {
  readonly db: Database;
  readonly dataFolder: string;
  readonly log: Logger;
  readonly now: Date;
  readonly watermark: WatermarkWriter;
  readonly second: SecondWatermark;
}

/**
 * At startup: begins a new epoch when the database was restored from a backup, so devices pull from the start
 * and send again the commands acknowledged since, and then a new run. Returns the number of the last change.
 *
 * Where the whole data folder was restored, nothing in it shows that; the first device that knows more does
 * (`Restores`).
 */
export async function ensureEpoch(start: Start): Promise<number> {
  const { db, log, now, watermark } = start;
  const sequence = await getLastSequence(db);
  let epoch = await findEpoch(db);
  if (epoch === undefined) {
    epoch = await inTransaction(db, (trx) => beginEpoch(trx, { at: now.toISOString() }));
  } else {
    const evidence = await findRestore(start, { epoch, sequence });
    if (evidence !== null) {
      const { known, intent } = evidence;
      epoch = await inTransaction(db, (trx) =>
        beginEpochAfterRestore(trx, { at: now.toISOString(), intent }),
      );
      log.warn({ known, intent, sequence }, 'new epoch: the database was restored');
    }
  }
  // On a full disk the earlier run continues.
  await unlessDiskFull(log, 'the run of the server', () =>
    inTransaction(db, (trx) => beginRun(trx, sequence)),
  );
  removeDeclaration(start.dataFolder);
  await watermark.write({ epoch, sequence });
  return sequence;
}

interface Evidence {
  /** The last change that the watermark states; null without one. */
  readonly known: number | null;
  readonly intent: Declaration['intent'];
}

/**
 * Why the database must have been restored; null if nothing shows it. It was if the operator says so; if it has another epoch than the
 * watermark, or fewer changes, or no watermark; or if the second watermark states more changes, or an epoch that
 * the database never had. A missing or outdated second one proves nothing.
 */
async function findRestore(
  { db, dataFolder, second }: Start,
  { epoch, sequence }: { readonly epoch: string; readonly sequence: number },
): Promise<Evidence | null> {
  const known = readWatermark(dataFolder);
  const declared = readDeclaration(dataFolder);
  const evidence = (sequenceBefore: number | null) => ({
    known: sequenceBefore,
    intent: declared?.intent ?? null,
  });
  if (declared !== null) return evidence(known?.sequence ?? null);
  if (known === null) return sequence > 0 ? evidence(null) : null;
  if (known.epoch !== epoch || known.sequence > sequence) return evidence(known.sequence);
  const other = second.read();
  if (other === null || (await isEarlierEpoch(db, other.epoch))) return null;
  return other.epoch !== epoch || other.sequence > sequence ? evidence(other.sequence) : null;
}
