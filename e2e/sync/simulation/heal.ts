import type { OutboxRow } from '../../../pwa/store/outbox.ts';
import { decideOne } from './decisions.ts';
import { sendAllFilms } from './films.ts';
import { asEverybody, byHand, type Life, on, settleAll } from './life.ts';
import { drainOnce, pullOnce } from './sending.ts';

/** What somebody offers again after a restore may be news to another; it ends some time. */
const ROUNDS = 10;
/** Decisions bring new edits, and edits new decisions; they end some time. */
const WORDS_MAX = 40;

/**
 * The line is good again, the disks have room, and everybody signs in: they send, fetch and decide until
 * nothing is left. Answers what is left all the same.
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
        // Of a restore a device hears by the pull, and offers again what may be lost.
        if (life.hasBeenRestored) await pullOnce(app, store);
        for (let words = 0; words < WORDS_MAX; words += 1) {
          await sendAllFilms(app, store);
          await drainOnce(life, app, store);
          if (!(await byHand(life, member, () => decideOne(life, app, store)))) break;
        }
        left.push(...(await app.outboxRows.listUnsent(store)));
      }),
    );
    // What a restore took away comes back with one device, and another one hears of it afterwards.
    if (left.length === 0 && (round > 0 || !life.hasBeenRestored)) break;
  }
  return left;
}
