import type { OutboxRow } from '../../../pwa/store/outbox.ts';
import { decideOne } from './decisions.ts';
import { sendAllFilms } from './films.ts';
import { asEverybody, byHand, type Life, on, settleAll } from './life.ts';
import { drainOnce, pullOnce } from './sending.ts';

/** A command resent after a restore may be new to another device; the number of rounds is bounded. */
const ROUNDS = 10;
/** Resolutions create edits, and edits new conflicts; their number is bounded. */
const WORDS_MAX = 40;

/**
 * Ends all faults, frees the disks and signs every user in: they send, pull and resolve until nothing is
 * left. Returns the remaining rows.
 */
export async function heal(life: Life): Promise<OutboxRow[]> {
  await settleAll(life);
  life.trouble = 0;
  for (const { device } of life.members) device.disk.writesUntilFull = Number.POSITIVE_INFINITY;
  let left: OutboxRow[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    left = [];
    await asEverybody(life, (member) =>
      on(life, member, async (app, store) => {
        // A device learns of a restore from the pull, and then resends commands that may be lost.
        if (life.hasBeenRestored) await pullOnce(app, store);
        for (let words = 0; words < WORDS_MAX; words += 1) {
          await sendAllFilms(app, store);
          await drainOnce(life, app, store);
          if (!(await byHand(life, member, () => decideOne(life, app, store)))) break;
        }
        left.push(...(await app.outboxRows.listUnsent(store)));
      }),
    );
    // One device returns data lost in the restore, and another receives it afterwards.
    if (left.length === 0 && (round > 0 || !life.hasBeenRestored)) break;
  }
  return left;
}
