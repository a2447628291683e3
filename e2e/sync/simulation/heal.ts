import type { OutboxRow } from '../../../pwa/store/outbox.ts';
import { decideOne, drainOnce, type Life, on, pullOnce, settleAll, signIn } from './live.ts';

/** Decisions bring new edits, edits may bring new conflicts between two people; they end some time. */
const ROUNDS = 40;

/** The line is good again and everybody is signed in: sends, fetches and decides until nothing is left. */
export async function heal(life: Life): Promise<void> {
  await settleAll(life);
  life.trouble = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const member of life.members) {
      await signIn(life, member);
      await on(member, async (app, store) => {
        await drainOnce(life, app, store);
        await pullOnce(app, store);
        if (await decideOne(life, app, store)) await drainOnce(life, app, store);
      });
    }
    if ((await listLeft(life)).length === 0) break;
  }
  for (const member of life.members) await on(member, pullOnce);
}

/** What is still unsent anywhere. */
export async function listLeft({ members }: Life): Promise<OutboxRow[]> {
  const left: OutboxRow[] = [];
  for (const member of members) {
    left.push(...((await on(member, (app, store) => app.outboxRows.listUnsent(store))) ?? []));
  }
  return left;
}
