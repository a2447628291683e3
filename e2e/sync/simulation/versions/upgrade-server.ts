import { expect } from 'vitest';
import { getEpoch } from '#sync-server/epoch/epoch-queries.ts';
import { type Action, start } from '../actions/action.ts';
import { drainOnce } from '../actions/sending.ts';
import { readHistory } from '../run/history.ts';
import { on, type SimulationRun, signIn, untilIdle } from '../run/simulation-run.ts';
import { keysOf } from '../run/unreliable-fetch.ts';

/** How much is done between the last replies of the released version and its upgrade, and after that. */
const ACTIONS = 5;

/**
 * The server stops, and one of the made-up next version starts with its database. Devices hold commands whose replies
 * were sent before and never arrived.
 */
export async function upgradeServer(run: SimulationRun, work: () => Promise<void>): Promise<void> {
  for (let left = ACTIONS; left > 0; left -= 1) await work();
  await untilIdle(run);
  for (const member of run.members) await start(run, member, sendInVain);
  await untilIdle(run);
  const before = await readState(run);
  await run.server.upgrade();
  expect(await readState(run), 'the database after its upgrade').toEqual(before);
  for (let left = ACTIONS; left > 0; left -= 1) await work();
}

/** Every command arrives, and no reply does. */
const sendInVain: Action = async (run, member) => {
  const { device } = member;
  await signIn(run, member);
  const { fetch } = device;
  device.fetch = async (path, init = {}) => {
    if (keysOf(init).length === 0) return fetch(path, init);
    await run.server.fetch(path, init);
    throw new TypeError('Failed to fetch');
  };
  await on(run, member, (app, store) => drainOnce(run, app, store)).finally(() => {
    device.fetch = fetch;
  });
};

/** What an upgrade must not change. */
async function readState({ server: { db } }: SimulationRun) {
  const receipts = await db.selectFrom('receipts').select(['userId', 'key', 'status']).execute();
  const history = await readHistory(db);
  return {
    epoch: await getEpoch(db),
    receipts,
    history: history.map(({ id, before, after }) => ({ id, before, after })),
    sessions: await db.selectFrom('sessions').selectAll().execute(),
    changes: await db.selectFrom('changes').selectAll().orderBy('sequence').execute(),
  };
}
