import { worldClock } from '../machines/clock.ts';
import { DAY_MS, on, type SimulationRun, untilIdle } from '../run/simulation-run.ts';
import { type Action, start } from './action.ts';

/** Beyond the retention of progress receipts, of acknowledged edits and sessions, and of everything. */
const DAYS = [1, 4, 31, 91, 100] as const;

/**
 * Sometimes lets days pass without users and requests. Then the server and the devices remove expired data while users
 * work.
 */
export async function passDays(run: SimulationRun): Promise<void> {
  const { random, circumstances, members } = run;
  if (circumstances.housekeeping === null || random.below(4) > 0) return;
  await untilIdle(run);
  worldClock.advance(random.pick(DAYS) * DAY_MS);
  start(run, random.pick(members), sweepServer);
  for (const member of members) start(run, member, tidyDevice);
}

const sweepServer: Action = ({ server, oracle }) => server.removeExpired((key) => oracle.expired.add(key));

/** As at every start of the app. */
const tidyDevice: Action = (run, member) =>
  on(run, member, async (app, store) => {
    await app.acknowledged.boundOutbox(store);
    await app.spentCopies.removeSpentCopies(store, member.device.now());
  });
