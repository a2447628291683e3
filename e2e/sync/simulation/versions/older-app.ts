import { expect } from 'vitest';
import { releasedVersions } from '#pwa/testing/released-stores.ts';
import { type Action, start } from '../actions/action.ts';
import { drainOnce } from '../actions/sending.ts';
import { type Member, on, type SimulationRun, signIn, untilIdle } from '../run/simulation-run.ts';
import { editInOlderPage, type OlderUser, readView } from './older-edits.ts';
import { OlderPage } from './older-page.ts';
import { writeBack } from './older-store.ts';

const DRAFT = 'support';

export interface OlderPageUser extends OlderUser {
  readonly member: Member;
  /** The last draft that the page has stored. */
  draft: object | null;
}

/** All pages of the device were closed, and one of a released version was opened there. Null if nobody uses it. */
export async function openOlderPage(
  run: SimulationRun,
  { isShared }: { readonly isShared: boolean },
): Promise<OlderPageUser | null> {
  await untilIdle(run);
  const member = run.random.pick(run.members);
  await start(run, member, comeAndSend);
  const { device, userId } = member;
  const view = await readView(run, member, isShared);
  if (view === null) return null;
  for (const one of run.members)
    if (one.device.disk === device.disk) one.device.loaded.privateStore.leavePrivateStore(userId);
  device.disk.writesUntilFull = Number.POSITIVE_INFINITY;
  const connection = await writeBack(device.disk, userId, run.random.pick(releasedVersions));
  return { run, member, view, draft: null, page: new OlderPage(run, member, connection) };
}

/** What waits already keeps an older page from sending what it cannot send itself. */
const comeAndSend: Action = async (run, member) => {
  await signIn(run, member);
  await on(run, member, (app, store) => drainOnce(run, app, store));
};

/** One thing that the user of an older page does. */
export function actInOlderPage(user: OlderPageUser): Promise<void> {
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

export async function attempt({ run }: OlderPageUser, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    if (error instanceof Error && SURVIVABLE.includes(error.name)) return;
    run.oracle.breaches.push(`an older page: ${error instanceof Error ? error.stack : String(error)}`);
  });
}

export async function expectDraft({ run, member, draft, page }: OlderPageUser): Promise<void> {
  if (draft === null) return;
  const stored = await on(run, member, async (app, store) =>
    store.userId === page.userId ? app.editorDrafts.findDraft(store, DRAFT) : draft,
  );
  expect(stored, 'the draft of an older page').toEqual(draft);
}
