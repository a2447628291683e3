import type { Db } from '#sync-server/db/open.ts';
import { listRestoreIntents } from '#sync-server/epoch/epoch-queries.ts';
import { ApiError } from '../reply/api-error.ts';

const SHAPE = /^([\w-]{1,64}); (always|unlessDiscarded|onlyByDecision)$/;

/**
 * Throws ApiError if a command that an earlier epoch acknowledged, and that the backup does not contain, is not
 * to be run again: the operator discards what came after the backup, or said nothing and the command may be the
 * mistake that the restore was to undo. Of several restores since, each has its decision.
 *
 * @param header the value of Offered-Again; commands without one, or with an unknown one, are run
 */
export async function requireMayRunAgain(db: Db, header: string | undefined): Promise<void> {
  const [, epoch, rule] = SHAPE.exec(header ?? '') ?? [];
  if (epoch === undefined || rule === 'always') return;
  const intents = await listRestoreIntents(db, epoch);
  if (intents.includes('discard')) throw new ApiError('restore_discarded');
  if (rule === 'onlyByDecision' && intents.includes(null)) throw new ApiError('restore_undecided');
}
