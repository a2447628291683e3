import { filmTeeth } from './film-teeth.ts';
import { mergeTeeth } from './merge-teeth.ts';
import { pullTeeth } from './pull-teeth.ts';
import { queueTeeth } from './queue-teeth.ts';
import { replayTeeth } from './replay-teeth.ts';
import { serverTeeth } from './server-teeth.ts';
import type { Tooth } from './tooth.ts';

/*
 * Planted one at a time, into a copy of the module that only the test that is to notice loads. Where a place is
 * gone because the code was written anew, the tooth fails and wants a new place.
 *
 * Not among them, because nobody could tell:
 * - a command that was attempted is put on the version of an ack before it: receipts compare path and body, and
 *   neither names the version;
 * - a late receipt of a list of codes is written down: the server answers it with the codes as they are now;
 * - a discarded command that was under way comes back as under way: it is sent again either way.
 */
export const teeth: Readonly<Record<string, Tooth>> = {
  ...serverTeeth,
  ...queueTeeth,
  ...replayTeeth,
  ...mergeTeeth,
  ...pullTeeth,
  ...filmTeeth,
};
