import { expect } from 'vitest';
import { type Action, start } from '../actions/action.ts';
import { drainOnce } from '../actions/sending.ts';
import { isAdmin, type Member, on, type SimulationRun, signIn, untilIdle } from '../run/simulation-run.ts';
import type { OlderStore } from './draw-versions.ts';
import { editInOlderPage, type OlderUser, readView } from './older-edits.ts';
import { OlderPage } from './older-page.ts';
import { readOutbox, writeBack } from './older-store.ts';

/** How much is done in older pages, and by everyone meanwhile or afterwards. */
const ACTIONS = 8;
const DRAFT = 'support';

type Work = () => Promise<void>;

/** On one device a page of an earlier release works; the next page upgrades its store. */
export async function workInOlderStore(run: SimulationRun, version: OlderStore, work: Work): Promise<void> {
  const user = await openOlderPage(run, version);
  if (user === null) return;
  const { page, member } = user;
  for (let left = ACTIONS; left > 0; left -= 1) await actInOlderPage(user);
  await attempt(user, () => page.sendAndDie());
  page.close();
  const left = await readOutbox(member.device.disk, page.userId);
  const upgraded = await on(run, member, (_, store) => store.outbox.toArray());
  expect(upgraded, 'the outbox after the upgrade').toEqual(left);
  await expectDraft(user);
  for (let count = ACTIONS; count > 0; count -= 1) await work();
}

interface OlderPageUser extends OlderUser {
  readonly member: Member;
  /** The last draft that the page has stored. */
  draft: object | null;
}

/** All pages of the device were closed, and one of an earlier version was opened there. Null if nobody uses it. */
async function openOlderPage(
  run: SimulationRun,
  { ofAdmin, ofLearner }: OlderStore,
): Promise<OlderPageUser | null> {
  await untilIdle(run);
  const member = run.random.pick(run.members);
  await start(run, member, comeAndSend);
  const { device, userId } = member;
  const view = await readView(run, member);
  if (view === null) return null;
  for (const one of run.members)
    if (one.device.disk === device.disk) one.device.loaded.privateStore.leavePrivateStore(userId);
  device.disk.writesUntilFull = Number.POSITIVE_INFINITY;
  const connection = await writeBack(device.disk, userId, isAdmin(userId) ? ofAdmin : ofLearner);
  return { run, member, view, draft: null, page: new OlderPage(run, member, connection) };
}

/** What waits already keeps an older page from sending what it cannot send itself. */
const comeAndSend: Action = async (run, member) => {
  await signIn(run, member);
  await on(run, member, (app, store) => drainOnce(run, app, store));
};

/** One thing that the user of an older page does. */
function actInOlderPage(user: OlderPageUser): Promise<void> {
  const { run, page } = user;
  const saveDraft = async () => {
    const draft = { message: `Draft ${++run.markerCount}` };
    await page.saveDraft(DRAFT, draft);
    user.draft = draft;
  };
  const edit = () => editInOlderPage(user);
  return attempt(user, run.random.pick([edit, edit, edit, () => page.send(), saveDraft]));
}

/** Errors that an older page survives. */
const SURVIVABLE: readonly string[] = [
  // Its connection was closed.
  'InvalidStateError',
  // The disk is full.
  ...['QuotaExceededError', 'AbortError'],
  // The network.
  'TypeError',
];

async function attempt({ run }: OlderPageUser, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    if (error instanceof Error && SURVIVABLE.includes(error.name)) return;
    run.oracle.breaches.push(`an older page: ${error instanceof Error ? error.stack : String(error)}`);
  });
}

async function expectDraft({ run, member, draft, page }: OlderPageUser): Promise<void> {
  if (draft === null) return;
  const stored = await on(run, member, async (app, store) =>
    store.userId === page.userId ? app.editorDrafts.findDraft(store, DRAFT) : draft,
  );
  expect(stored, 'the draft of an older page').toEqual(draft);
}
