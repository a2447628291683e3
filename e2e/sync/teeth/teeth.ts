import { filmTeeth } from './film-teeth.ts';
import { mergeTeeth } from './merge-teeth.ts';
import { pullTeeth } from './pull-teeth.ts';
import { queueTeeth } from './queue-teeth.ts';
import { replayTeeth } from './replay-teeth.ts';
import { serverTeeth } from './server-teeth.ts';
import type { Tooth } from './tooth.ts';

/*
 * Applied one at a time, to a copy of the module that only the detecting test loads. When the code was
 * rewritten and the location no longer exists, the mutant fails and needs a new location.
 *
 * Excluded, because no test can detect them:
 * - an attempted command gets the version of an earlier ack: receipts compare path and body, and neither
 *   contains the version;
 * - a late receipt of a list of codes is stored: the server replies with the current codes;
 * - a discarded command that was in flight is restored as in flight: it is sent again either way.
 */
export const teeth: Readonly<Record<string, Tooth>> = {
  ...serverTeeth,
  ...queueTeeth,
  ...replayTeeth,
  ...mergeTeeth,
  ...pullTeeth,
  ...filmTeeth,
};
