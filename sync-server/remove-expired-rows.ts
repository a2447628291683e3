import { noteExpiredCodes } from './activation/low-codes.ts';
import { markUsedUp } from './codes/mark-used-up.ts';
import { removeOldTombstones } from './db/changes/tombstone-queries.ts';
import { removeInPieces } from './db/in-pieces.ts';
import { inTransaction } from './db/transaction.ts';
import type { Deps } from './deps.ts';
import { removeOldReceipts } from './http/commands/receipt-queries.ts';
import { removeOldMails } from './mail/mail-queries.ts';
import { removeOldRecovery } from './recovery/recovery-queries.ts';
import { removeOldChallenges } from './second-factor/passkeys/challenge-queries.ts';
import { removeOldSessions } from './sessions/session-queries.ts';
import { finishUnignoring, removeOldIgnored } from './shops/ignored-products.ts';
import { sweepStaleUploads } from './uploads/discard-uploads.ts';
import { sweepMedia } from './uploads/files/sweep-media.ts';

/**
 * Removes what has expired from every table, and files that nothing refers to any more. In pieces, each in a transaction of
 * its own, so that no request waits for a day's worth of rows.
 */
export async function removeExpiredRows(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  await markUsedUp(deps);
  await noteExpiredCodes(deps, now);
  await removeInPieces(db, (trx) => removeOldReceipts(trx, now));
  await removeInPieces(db, (trx) => removeOldTombstones(trx, now));
  await inTransaction(db, (trx) => removeOldRecovery(trx, now));
  await inTransaction(db, (trx) => removeOldChallenges(trx, now));
  await removeInPieces(db, (trx) => removeOldSessions(trx, now));
  await removeInPieces(db, (trx) => removeOldMails(trx, now));
  await finishUnignoring(deps);
  await removeInPieces(db, (trx) => removeOldIgnored(trx, now));
  await deps.deletedCourses.drain();
  await deps.signInNetworks.sweep();
  await sweepStaleUploads(deps);
  const swept = await sweepMedia(deps, now);
  for (const [folder, { files, bytes }] of Object.entries(swept)) {
    if (files > 0) deps.log.info({ folder, files, bytes }, 'files without a row were deleted');
  }
}
