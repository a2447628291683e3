import { expect } from 'vitest';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { forgetDrafts, noteDraftsReceived } from '../drafts/open-editor.ts';
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
import { evictCopy, inspectCopy, restoreLost, startCopying, watchCopies } from './unsent-copies.ts';

/*
 * Browsers delete the databases of a device and leave its localStorage, and in some cases the copies of unsent work. The
 * unsent commands of its users are found again in the copy, or each of them learns how many are lost at their next
 * start; everything else is on the server.
 */

/** From now on each page of such a run begins as the app does, and reports what is right. Returns a function that stops. */
export function watchLosses(run: SimulationRun): () => void {
  if (run.circumstances.lostStores === null) return () => undefined;
  run.startPage = (page) => {
    const { member } = page;
    startCopying(page);
    void start(run, member, () =>
      on(run, member, async (app, store) => {
        const isRestored = await restoreLost({ member, app, store });
        await checkReport(run, { member, app, store }, isRestored);
      }),
    );
  };
  return watchCopies(run);
}

/** Opens the app once more for each user, at the end of the run, when the disk has space. */
export async function reopenPages(run: SimulationRun): Promise<void> {
  if (run.circumstances.lostStores === null) return;
  await asEachUser(run, async (member) => {
    member.device.loaded.privateStore.leavePrivateStore(member.userId);
    await on(run, member, async () => undefined);
    await untilIdle(run);
  });
}

/**
 * The count of what was lost and the user has not dismissed is exact, whatever is done during the check, unless the disk
 * was too full for what can be found again.
 */
async function checkReport(
  { oracle }: SimulationRun,
  { member, app, store }: Page,
  isRestored: boolean,
): Promise<void> {
  const reported = await app.canary.findLostCommands(store);
  if (!isRestored) return;
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
  await untilIdle(run);
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
  const unsentIds = new Set((await readUnsent(member)).map(({ command }) => command.id));
  const found = new Set<string>();
  for (const userId of member.people)
    for (const id of await loseCopy(run, { member, userId, unsentIds })) found.add(id);
  await noteArrived(run, member, found);
}

interface Loser {
  readonly member: Member;
  readonly userId: string;
  readonly unsentIds: ReadonlySet<string>;
}

/** Deletes the copy in some cases. Returns the ids of the commands that the next page restores from it. */
async function loseCopy(run: SimulationRun, { member, userId, unsentIds }: Loser): Promise<Iterable<string>> {
  const user = { device: member.device, userId };
  const { state, ids } = await inspectCopy(user);
  const isOwnOnly = [...ids].every((id) => unsentIds.has(id));
  // An outdated copy is deleted here; `copy-unsent.test.ts` covers its restore.
  if (state === 'outdated' || (state === 'current' && isOwnOnly && run.random.below(2) === 0)) {
    await evictCopy(user);
  } else if (state === 'current') {
    addLoss(run, user, ids.size);
    return ids;
  }
  // The next page restores the drafts of the earlier loss.
  if (state === 'ofEarlierLoss') noteDraftsReceived(run, member);
  addLoss(run, user, 0);
  forgetDrafts(run, member, userId);
  return state === 'ofEarlierLoss' ? ids : [];
}

type User = Pick<Member, 'device' | 'userId'>;

/** Since the last loss the app may not have written a canary. */
function addLoss({ oracle: { lostCommands } }: SimulationRun, user: User, found: number): void {
  const canary = user.device.loaded.canary.readCanary(user.userId);
  const before = lostCommands.get(nameOf(user));
  if (canary === null || canary.birth === before?.birth) return;
  lostCommands.set(nameOf(user), {
    birth: canary.birth,
    count: (before?.count ?? 0) + Math.max(0, canary.unsent - found),
  });
}

/** Commands that arrived without an ack stay on the server. Of the others, those that the copy lacks are lost. */
async function noteArrived(
  { server, oracle, acknowledged }: SimulationRun,
  member: Member,
  found: ReadonlySet<string>,
): Promise<void> {
  const receipts = await server.read((db) => db.selectFrom('receipts').select(['key', 'status']).execute());
  const done = new Set(receipts.filter(({ status }) => status < 300).map(({ key }) => key));
  for (const { command } of await readUnsent(member)) {
    if (done.has(command.id)) acknowledged.set(command.id, command);
    if (!found.has(command.id)) noteDropped(oracle, command);
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

const nameOf = ({ device, userId }: User) => `${device.name} (${userId})`;
const countLost = ({ lostCommands }: Oracle, user: User) => lostCommands.get(nameOf(user))?.count ?? 0;
