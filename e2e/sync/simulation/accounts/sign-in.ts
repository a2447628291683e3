import { forgetDrafts } from '../drafts/open-editor.ts';
import type { App } from '../machines/device.ts';
import { noteDiscarded, noteDropped } from '../run/oracle.ts';
import type { Member, SimulationRun } from '../run/simulation-run.ts';
import { accountsOf, placeOf } from './people.ts';

/* Signing in and out by the app's own session, over the network with its faults. */

/** How often a user tries. */
const TRIES = 3;
const TRIES_WITHOUT_FAULTS = 12;

/** Runs what a user does without a store, after what they did before. */
export function inTurn<T>(member: Member, work: (app: App) => Promise<T>): Promise<T> {
  const doing = member.lastDone.then(() => work(member.device.loaded));
  member.lastDone = doing.catch(() => undefined);
  return doing;
}

/** Signs a user in on a device. The user before signs out first, or their session has expired. */
export function logIn(run: SimulationRun, member: Member, userId: string): Promise<void> {
  return inTurn(member, async (app) => {
    const knownId = app.knownUser.readKnownUser()?.id;
    if (knownId !== undefined && knownId !== userId && run.random.below(3) > 0)
      await signOutAs(run, { member, app }, 'keepUnsent');
    else app.token.removeToken();
    const person = accountsOf(run).people.get(userId);
    if (person === undefined) throw new Error(`There is no ${userId}`);
    const isReliable = run.faultPercent === 0;
    for (let left = isReliable ? TRIES_WITHOUT_FAULTS : TRIES; left > 0; left -= 1) {
      for (const password of person.passwords) {
        const user = await app.session.login({ email: person.email, password }).catch(toCode);
        if (typeof user !== 'object') continue;
        person.passwords = [password, ...person.passwords.filter((other) => other !== password)];
        return noteSignedIn(run, { member, app }, user.id);
      }
    }
    if (isReliable) run.oracle.breaches.push(`${userId} could not sign in on ${member.device.name}`);
  });
}

/** The code of a failed call, which its user is told; other errors are defects. */
export function toCode(error: unknown): string {
  // Each device has classes of its own.
  if (!(error instanceof Error) || !['CallError', 'UserFacingError'].includes(error.name)) throw error;
  return 'code' in error ? String(error.code) : '';
}

interface Place {
  readonly member: Member;
  readonly app: App;
}

/** What the user kept here is here, and sent from now on. */
export async function noteSignedIn(
  run: SimulationRun,
  { member, app }: Place,
  userId: string,
): Promise<void> {
  member.userId = userId;
  member.people.add(userId);
  const { retained } = accountsOf(run);
  const rows = retained.get(placeOf(member, userId)) ?? [];
  retained.delete(placeOf(member, userId));
  const store = app.privateStore.findPrivateStore();
  if (store === null || rows.length === 0) return;
  const ids = new Set((await app.outboxRows.listUnsent(store)).map(({ id }) => id));
  const missing = rows.filter(({ id }) => !ids.has(id) && !run.acknowledged.has(id));
  for (const { command } of missing)
    run.oracle.breaches.push(`${command.kind} was kept on ${placeOf(member, userId)} and is gone`);
}

export type Choice = 'keepUnsent' | 'discardUnsent';

/**
 * The user signs out.
 *
 * @param isAtRest nothing else is done on the device
 */
export async function signOutAs(
  run: SimulationRun,
  { member, app }: Place,
  choice: Choice,
  isAtRest = false,
): Promise<void> {
  const { retained, discarded, given, ended } = accountsOf(run);
  const store = app.privateStore.findPrivateStore();
  if (store === null) return;
  const { userId } = store;
  const unsent = await app.outboxRows.listUnsent(store);
  const place = placeOf(member, userId);
  const token = app.token.readToken();
  if (choice === 'discardUnsent') {
    noteDropped(run.oracle, unsent);
    noteDiscarded(run.oracle, unsent);
    forgetDrafts(run, member, userId);
    for (const row of unsent) given.set(row.id, row);
  }
  // The device finishes it later where its disk is full.
  await app.session.signOut(userId, choice).catch(ignoreFullDisk);
  if (token !== null) ended.add(token);
  if (!isAtRest) return;
  if (choice === 'keepUnsent') retained.set(place, unsent);
  else for (const row of unsent) discarded.set(row.id, row);
}

function ignoreFullDisk(error: unknown): void {
  if (!(error instanceof Error) || !/Quota|AbortError|StorageFull/.test(`${error.name} ${error.message}`))
    throw error;
}
