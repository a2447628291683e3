import { expect } from 'vitest';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { forgetDrafts } from '../drafts/open-editor.ts';
import { noteDropped, type Oracle } from '../run/oracle.ts';
import {
  asEachUser,
  type Member,
  on,
  type Page,
  type SimulationRun,
  untilIdle,
} from '../run/simulation-run.ts';
import { start } from './action.ts';

/*
 * Browsers delete the databases of a device and leave its localStorage. The unsent commands of its users are lost,
 * and each of them learns how many at their next start; everything else is on the server.
 */

/** From now on each page of such a run begins as the app does, and reports what is right. */
export function watchLosses(run: SimulationRun): void {
  if (run.circumstances.lostStores === null) return;
  run.startPage = ({ member }) => {
    void start(run, member, () => on(run, member, (app, store) => checkReport(run, { member, app, store })));
  };
}

/** The count of what was lost and the user has not dismissed is exact, whatever is done during the check. */
async function checkReport({ oracle }: SimulationRun, { member, app, store }: Page): Promise<void> {
  const reported = await app.canary.findLostCommands(store);
  // Meanwhile another user may have signed in.
  const user = { device: member.device, userId: store.userId };
  const lost = countLost(oracle, user);
  if (reported !== lost)
    oracle.breaches.push(`${reported} lost changes were reported on ${nameOf(user)}, not ${lost}`);
}

/** Sometimes a device loses its databases, while nothing is under way in it. */
export async function loseStores(run: SimulationRun): Promise<void> {
  const { random, circumstances, members } = run;
  if (circumstances.lostStores === null || random.below(4) > 0) return;
  const member = random.pick(members);
  // The other tab is a member of its own.
  if (members.some(({ device }) => device.isSecondTab)) return;
  // The page opens again if it crashed, and counts what is unsent.
  await start(run, member, () => on(run, member, async () => undefined));
  await untilIdle(run);
  const { device } = member;
  const app = device.loaded;
  const store = app.privateStore.findPrivateStore();
  if (store === null) return;
  await noteLoss(run, { member, app, store });
  // The browser closes the databases of a page that is open, and Dexie opens empty ones.
  if (circumstances.hasDrafts || random.below(2) === 0) app.privateStore.leavePrivateStore(store.userId);
  else store.database.close({ disableAutoOpen: false });
  await device.disk.deleteAll();
  if (random.below(4) === 0) await dismiss(run, member);
}

async function noteLoss(run: SimulationRun, { member, app, store }: Page): Promise<void> {
  const { oracle } = run;
  const unsent = await app.outboxRows.listUnsent(store);
  const counted = app.canary.recallUnsent(store.userId);
  // After a write that failed, it may count what was sent.
  if (counted < unsent.length)
    oracle.breaches.push(`${counted} of ${unsent.length} unsent commands were counted on ${nameOf(member)}`);
  for (const userId of member.people) {
    addLoss(run, { device: member.device, userId });
    forgetDrafts(run, member, userId);
  }
  await noteArrived(run, member);
}

/** Since the last loss the app may not have written a canary. */
function addLoss({ oracle: { lostCommands } }: SimulationRun, user: Pick<Member, 'device' | 'userId'>): void {
  const canary = user.device.loaded.canary.readCanary(user.userId);
  const before = lostCommands.get(nameOf(user));
  if (canary === null || canary.birth === before?.birth) return;
  lostCommands.set(nameOf(user), { birth: canary.birth, count: (before?.count ?? 0) + canary.unsent });
}

/** What had arrived without an ack stays there; the rest is lost. */
async function noteArrived({ server, oracle, acknowledged }: SimulationRun, member: Member): Promise<void> {
  const receipts = await server.read((db) => db.selectFrom('receipts').select(['key', 'status']).execute());
  const done = new Set(receipts.filter(({ status }) => status < 300).map(({ key }) => key));
  for (const { command } of await readUnsent(member)) {
    if (done.has(command.id)) acknowledged.set(command.id, command);
    noteDropped(oracle, command);
  }
}

async function readUnsent({ device }: Member): Promise<OutboxRow[]> {
  const { parseOutboxRow } = device.loaded.outboxRows;
  const outboxes = [...(await device.disk.read()).values()].map((tables) => tables.get('outbox') ?? []);
  return outboxes
    .flat()
    .map(parseOutboxRow)
    .filter((row) => row !== null)
    .filter(({ state }) => state !== 'acknowledged');
}

/** Reads the report in the next page, and dismisses it. */
async function dismiss(run: SimulationRun, member: Member): Promise<void> {
  const { lostCommands } = run.oracle;
  const { canary } = member.device.loaded;
  await start(run, member, () =>
    on(run, member, async (_, store) => {
      // A full disk may delay it.
      const lost = lostCommands.get(nameOf(member));
      if (lost === undefined || (await canary.findLostCommands(store)) !== lost.count) return;
      canary.dismissLostCommands(member.userId);
      lostCommands.set(nameOf(member), { ...lost, count: 0 });
    }),
  );
  await untilIdle(run);
}

/** At the end of the run, for each user who has used a device. */
export async function expectLossesReported(run: SimulationRun): Promise<void> {
  if (run.circumstances.lostStores === null) return;
  await asEachUser(run, async (member) => {
    const reported = await on(run, member, (app, store) => app.canary.findLostCommands(store));
    expect(reported, `lost on ${nameOf(member)}`).toBe(countLost(run.oracle, member));
  });
}

const nameOf = ({ device, userId }: Pick<Member, 'device' | 'userId'>) => `${device.name} (${userId})`;
const countLost = ({ lostCommands }: Oracle, user: Pick<Member, 'device' | 'userId'>) =>
  lostCommands.get(nameOf(user))?.count ?? 0;
