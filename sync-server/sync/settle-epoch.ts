import type { Logger } from 'pino';
import { endSessionsOfAll } from '../auth/session-queries.ts';
import { getLastSequence } from '../db/changes-queries.ts';
import { beginEpoch, findEpoch } from '../db/epoch-queries.ts';
import type { Database } from '../db/open.ts';
import { inTransaction } from '../db/transaction.ts';
import { readWatermark, type Watermark, writeWatermark } from './watermark.ts';

interface Start {
  readonly db: Database;
  readonly dataFolder: string;
  readonly log: Logger;
  readonly now: Date;
}

/**
 * At start: begins a new epoch when the database was put back from a backup, so that devices ask from the
 * start and offer again what was acknowledged since. It was, when it is of another life than the file beside
 * it says, or has come less far, or lies there without that file. Answers where the database stands.
 *
 * Sessions that were ended after the backup would hold again, so all of them end; people sign in once more.
 */
export async function settleEpoch({ db, dataFolder, log, now }: Start): Promise<Watermark> {
  const sequence = await getLastSequence(db);
  const known = readWatermark(dataFolder);
  let epoch = await findEpoch(db);
  const isFirst = epoch === undefined;
  const hasGoneBack = known === null ? sequence > 0 : known.epoch !== epoch || known.sequence > sequence;
  if (epoch === undefined || hasGoneBack) {
    const at = now.toISOString();
    epoch = await inTransaction(db, async (trx) => {
      if (!isFirst) await endSessionsOfAll(trx, at);
      return beginEpoch(trx, at);
    });
    if (!isFirst)
      log.warn({ known: known?.sequence ?? null, sequence }, 'new epoch: the database was put back');
  }
  const watermark = { epoch, sequence };
  await writeWatermark(dataFolder, watermark);
  return watermark;
}
