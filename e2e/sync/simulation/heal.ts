import type { OutboxRow } from '../../../pwa/store/outbox.ts';
import { decideOne } from './decisions.ts';
import { asEverybody, byHand, type Life, on, settleAll } from './life.ts';
import { drainOnce, pullOnce } from './sending.ts';

/** Decisions bring new edits, edits may bring new conflicts between two people; they end some time. */
const ROUNDS = 40;

/**
 * The line is good again, the disks have room, and everybody signs in: they send, fetch and decide until
 * nothing is left. Answers what is left all the same.
 */
export async function heal(life: Life): Promise<OutboxRow[]> {
  await settleAll(life);
  life.trouble = 0;
  for (const { device } of life.members) device.writesUntilFull = Number.POSITIVE_INFINITY;
  let left: OutboxRow[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    left = [];
    await asEverybody(life, (member) =>
      on(life, member, async (app, store) => {
        await drainOnce(life, app, store);
        await pullOnce(app, store);
        const isDecided = await byHand(life, member, () => decideOne(life, app, store));
        if (isDecided) await drainOnce(life, app, store);
        left.push(...(await app.outboxRows.listUnsent(store)));
      }),
    );
    if (left.length === 0) break;
  }
  return left;
}
