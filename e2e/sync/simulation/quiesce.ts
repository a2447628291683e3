import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { decideOne } from './actions/decisions.ts';
import { reopenPages } from './actions/lose-stores.ts';
import { drainOnce, pullOnce } from './actions/sending.ts';
import { sendAllVideos } from './actions/videos.ts';
import { settleDrafts } from './drafts/draft-actions.ts';
import { asEachUser, asUser, isAdmin, on, type SimulationRun, untilIdle } from './run/simulation-run.ts';

/** A command resent after a restore may be new to another device; the number of rounds is bounded. */
const ROUNDS = 10;
/** Resolutions create edits, and edits new conflicts; their number is bounded. */
const DECISIONS_MAX = 40;

/**
 * Ends all faults, frees the disks and signs every user in: they send, pull and resolve until nothing is
 * left. Returns the remaining rows.
 */
export async function quiesce(run: SimulationRun): Promise<OutboxRow[]> {
  await untilIdle(run);
  run.faultPercent = 0;
  for (const { device } of run.members) device.disk.writesUntilFull = Number.POSITIVE_INFINITY;
  await reopenPages(run);
  let left: OutboxRow[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    left = [];
    await asEachUser(run, async (member) => {
      if (round === 0 && isAdmin(member.device.loaded, member.userId)) await settleDrafts(run, member);
      await on(run, member, async (app, store) => {
        // A device learns of a restore from the pull, and then resends commands that may be lost; in a store that
        // has not pulled yet, the first pull has the same effect.
        const { epoch } = await app.pullState.findPullState(store);
        if (run.hasBeenRestored || epoch === null) await pullOnce(run, app, store);
        for (let decisions = 0; decisions < DECISIONS_MAX; decisions += 1) {
          await sendAllVideos(app, store);
          await drainOnce(run, app, store);
          if (!(await asUser(run, member, () => decideOne(run, app, store)))) break;
        }
        left.push(...(await app.outboxRows.listUnsent(store)));
      });
    });
    if (left.length === 0 && round >= roundsNeeded(run)) break;
  }
  return left;
}

/**
 * One device returns data lost in the restore, and another receives it afterwards. In the first round, a device may only
 * show the restore to a server that has not noticed it, which ends every session.
 */
const roundsNeeded = ({ hasBeenRestored }: SimulationRun) => (hasBeenRestored ? 2 : 0);
