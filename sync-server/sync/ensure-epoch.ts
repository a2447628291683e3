import type { Logger } from 'pino';
import { endSessionsOfAll } from '../auth/session/session-queries.ts';
import { getLastSequence } from '../db/changes-queries.ts';
import { beginEpoch, findEpoch } from '../db/epoch-queries.ts';
import type { Database } from '../db/open.ts';
import { inTransaction } from '../db/transaction.ts';
import { readWatermark, type WatermarkWriter } from './watermark.ts';

interface Start {
  readonly db: Database;
  readonly dataFolder: string;
  readonly log: Logger;
  readonly now: Date;
  readonly watermark: WatermarkWriter;
}

/**
 * At startup: begins a new epoch when the database was restored from a backup, so devices pull from the start
 * and send again the commands acknowledged since. A restore is detected when the database has another epoch
 * than the watermark file, has fewer changes than it states, or has no such file. Returns the number of the
 * last change.
 *
 * Sessions that were ended after the backup would be valid again, so all of them end; users sign in once
 * more.
 */
export async function ensureEpoch({ db, dataFolder, log, now, watermark }: Start): Promise<number> {
  const sequence = await getLastSequence(db);
  const known = readWatermark(dataFolder);
  let epoch = await findEpoch(db);
  const isFirst = epoch === undefined;
  const isRestored = known === null ? sequence > 0 : known.epoch !== epoch || known.sequence > sequence;
  if (epoch === undefined || isRestored) {
    const at = now.toISOString();
    epoch = await inTransaction(db, async (trx) => {
      if (!isFirst) await endSessionsOfAll(trx, at);
      return beginEpoch(trx, at);
    });
    if (!isFirst)
      log.warn({ known: known?.sequence ?? null, sequence }, 'new epoch: the database was restored');
  }
  await watermark.write({ epoch, sequence });
  return sequence;
}
