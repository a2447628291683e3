import { expect } from 'vitest';
import { getEpoch } from '#sync-server/epoch/epoch-queries.ts';
import { type Action, start } from '../actions/action.ts';
import { drainOnce } from '../actions/sending.ts';
import { readHistory } from '../run/history.ts';
import { on, type SimulationRun, signIn, untilIdle } from '../run/simulation-run.ts';
import { keysOf } from '../run/unreliable-fetch.ts';
import { writeBackCursors } from './older-cursors.ts';
import { readTexts, writeBackDatabase } from './older-database.ts';
import type { OlderServer } from './older-server.ts';

/** How much is done between the last replies of the earlier release and its upgrade, and after that. */
const ACTIONS = 5;
/** The first release that signed cursors. */
const CURSORS_SIGNED = '011-runs-and-restores';

/**
 * The server stops, and today's starts with a database of an earlier release. Devices hold commands whose replies
 * that release has sent and none of them has received, and cursors of that time.
 */
export async function upgradeServer(
  run: SimulationRun,
  release: string,
  { older, work }: { readonly older: OlderServer; readonly work: () => Promise<void> },
): Promise<void> {
  const { server } = run;
  for (let left = ACTIONS; left > 0; left -= 1) await work();
  await untilIdle(run);
  for (const member of run.members) await start(run, member, sendInVain);
  await untilIdle(run);
  const before = await readState(run);
  const texts = await readTexts(server.db);
  await server.replaceDatabase((file) =>
    writeBackDatabase(file, release, { texts, receipts: older.receipts }),
  );
  server.older = null;
  if (release < CURSORS_SIGNED)
    for (const disk of new Set(run.members.map(({ device }) => device.disk))) await writeBackCursors(disk);
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
