import { expect } from 'vitest';
import { type Action, start } from '../actions/action.ts';
import { drainOnce } from '../actions/sending.ts';
import { on, type SimulationRun } from '../run/simulation-run.ts';
import { ticks } from '../run/unreliable-fetch.ts';
import type { Versions } from './draw-versions.ts';
import { actInOlderPage, attempt, expectDraft, openOlderPage } from './older-app.ts';
import type { OlderPage } from './older-page.ts';
import { readOutbox } from './older-store.ts';
import { upgradeServer } from './upgrade-server.ts';

/** How much is done in older pages, and by everyone beside them or afterwards. */
const ACTIONS = 8;
/** Turns of the event loop in which a browser reports that a store cannot be opened yet. */
const UNTIL_BLOCKED = 200;

type Work = () => Promise<void>;

/** The part of a run in which several versions of the product are used. Most runs have none. */
export async function workInVersions(run: SimulationRun, work: Work): Promise<void> {
  const { olderStore, olderTab, olderServer } = run.circumstances;
  if (olderStore !== null) await workInOlderStore(run, work);
  if (olderTab !== null) await workBesideOlderTab(run, olderTab, work);
  if (olderServer !== null) await upgradeServer(run, work);
}

/** On one device a page of an earlier release works; the next page upgrades its store. */
async function workInOlderStore(run: SimulationRun, work: Work): Promise<void> {
  const user = await openOlderPage(run, { isShared: false });
  if (user === null) return;
  const { page, member } = user;
  for (let left = ACTIONS; left > 0; left -= 1) await actInOlderPage(user);
  await attempt(user, () => page.sendAndDie());
  await page.connection.close();
  const left = await readOutbox(member.device.disk, page.userId);
  const upgraded = await on(run, member, (_, store) => store.outbox.toArray());
  expect(upgraded, 'the outbox after the upgrade').toEqual(left);
  await expectDraft(user);
  for (let count = ACTIONS; count > 0; count -= 1) await work();
}

/** As the engine does: one page at a time sends, also beside an older one. */
const sendAlone =
  (older: OlderPage): Action =>
  (run, member) =>
    on(run, member, (app, store) =>
      app.replayLock.withReplayLock(store, () => {
        if (older.lock.isHeld) run.oracle.breaches.push('a page and an older one send at once');
        return drainOnce(run, app, store);
      }),
    );

/** A page of an earlier release goes on while the user opens the current one in another tab. */
async function workBesideOlderTab(
  run: SimulationRun,
  olderTab: NonNullable<Versions['olderTab']>,
  work: Work,
): Promise<void> {
  const isYielding = olderTab === 'yielding';
  const user = await openOlderPage(run, { isShared: true });
  if (user === null) return;
  const { member, page } = user;
  const { storeBlocked } = member.device.loaded.blocked;
  if (isYielding) await page.connection.yieldToNewer();
  const opening = start(run, member, () => on(run, member, (_, store) => store.outbox.count()));
  const inOlder: Promise<void>[] = [];
  for (let left = ACTIONS; left > 0; left -= 1) {
    inOlder.push(actInOlderPage(user));
    if (run.random.below(2) === 0) void start(run, member, sendAlone(page));
    await work();
  }
  for (let left = UNTIL_BLOCKED; !isYielding && left > 0 && !storeBlocked.get(); left -= 1) await ticks(1);
  expect(storeBlocked.get(), 'the page says that another tab blocks the store').toBe(!isYielding);
  await page.connection.close();
  await Promise.all([opening, ...inOlder]);
  expect(storeBlocked.get(), 'the page says so no longer').toBe(false);
  await expectDraft(user);
}
