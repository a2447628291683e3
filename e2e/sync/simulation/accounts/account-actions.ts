import { helpEndpoints } from '#schema/endpoints/help-endpoints.ts';
import { type Action, often, start } from '../actions/action.ts';
import { editSomething, runInEditor } from '../actions/edits.ts';
import { drainOnce } from '../actions/sending.ts';
import type { App } from '../machines/device.ts';
import {
  asUser,
  isAdmin,
  type Member,
  type SimulationRun,
  signIn,
  untilIdle,
} from '../run/simulation-run.ts';
import { accountsOf, type Person } from './people.ts';
import { inTurn, noteSignedIn, signOutAs, toCode } from './sign-in.ts';

/* What people do with their accounts in some runs. */

const SIGN_UPS_MAX = 3;
const TRIES = 3;

/** A new person signs up on a device. A reply may be lost; then they try again, and find that they have an account. */
const signUp: Action = (run, member) =>
  inTurn(member, async (app) => {
    const { people } = accountsOf(run);
    if (people.size >= 4 + SIGN_UPS_MAX) return;
    const n = ++run.markerCount;
    const [email, password] = [`dana${n}@example.org`, passwordOf(n)];
    if (app.knownUser.readKnownUser() !== null) await signOutAs(run, { member, app }, 'keepUnsent');
    for (let left = TRIES; left > 0; left -= 1) {
      const input = { name: `Dana ${n}`, email, password };
      const user = await app.session.register(input).catch(toCode);
      const isTaken = user === 'email_taken';
      const found = isTaken ? await app.session.login({ email, password }).catch(toCode) : user;
      if (typeof found !== 'object') continue;
      people.set(found.id, { email, passwords: [password] });
      return noteSignedIn(run, { member, app }, found.id);
    }
  });

const passwordOf = (n: number) => `lamp number ${n} is lit`;

/** All other sessions of the user end. */
const changePassword: Action = (run, member) =>
  inTurn(member, async (app) => {
    const { people } = accountsOf(run);
    const user = app.knownUser.readKnownUser();
    const person = people.get(user?.id ?? '');
    const token = app.token.readToken();
    if (person === undefined || token === null || user === null) return;
    const [currentPassword = ''] = person.passwords;
    const newPassword = passwordOf(++run.markerCount);
    const before = tokensOf(run, user.id);
    const problem = await app.session.changePassword({ currentPassword, newPassword }).catch(toCode);
    noteNewPassword(run, { person, newPassword, before, isDone: problem === undefined });
  });

/** Somebody forgot a password: a code arrives by mail, and all sessions end. */
const resetPassword: Action = (run, member) =>
  inTurn(member, async ({ recovery }) => {
    const [id, person] = run.random.pick([...accountsOf(run).people]);
    const { email } = person;
    const resetToken = await requestReset(run, recovery, email).catch(toCode);
    const newPassword = passwordOf(++run.markerCount);
    if (typeof resetToken === 'string') return;
    const before = tokensOf(run, id);
    const body = { resetToken: resetToken.value, newPassword };
    const reply = await recovery.call(helpEndpoints.resetPassword, { body }).catch(toCode);
    noteNewPassword(run, { person, newPassword, before, isDone: typeof reply === 'object' });
    recovery.clearRecovery();
  });

async function requestReset(run: SimulationRun, { call, requestCode }: App['recovery'], email: string) {
  const { requestId } = await requestCode(email);
  const mails = (await run.server.listMails()).filter(({ recipient }) => recipient === email);
  const codes = mails.flatMap(({ text }) => /^ {4}(\d{6})$/m.exec(text)?.[1] ?? []);
  const otp = codes.at(-1) ?? '000000';
  const body = { email, otp, ...(requestId === null ? {} : { requestId }) };
  return { value: (await call(helpEndpoints.verifyOtp, { body })).resetToken };
}

interface NewPassword {
  readonly person: Person;
  readonly newPassword: string;
  /** The tokens of the sessions that end. */
  readonly before: readonly string[];
  readonly isDone: boolean;
}

function noteNewPassword(run: SimulationRun, { person, newPassword, before, isDone }: NewPassword): void {
  const [current = '', ...others] = person.passwords;
  run.server.forgetSessions();
  // Without a reply the user does not know which one is theirs.
  person.passwords = isDone ? [newPassword, ...others] : [current, newPassword, ...others];
  if (isDone) for (const token of before) accountsOf(run).ended.add(token);
}

/** Where a user is signed in. */
function tokensOf({ members }: SimulationRun, userId: string): string[] {
  return members.flatMap(({ device: { loaded } }) => {
    const token = loaded.token.readToken();
    return token !== null && loaded.knownUser.readKnownUser()?.id === userId ? [token] : [];
  });
}

/** An admin gives or takes rights, mostly of somebody who is at work. */
const changeRole: Action = (run, member) =>
  asUser(run, member, async (app, store) => {
    if (!isAdmin(app, store.userId)) return;
    const { random, members, server } = run;
    const users = await server.read((db) => db.selectFrom('users').select(['id', 'name', 'role']).execute());
    // Not even an admin may change the own role.
    const others = users.filter(({ id }) => id !== store.userId || random.below(8) === 0);
    const isAtWork = ({ id }: { readonly id: string }) => members.some(({ userId }) => userId === id);
    const atWork = others.filter(isAtWork);
    const user = random.pick(atWork.length > 0 && random.below(4) > 0 ? atWork : others);
    for (const one of members) if (one.userId === user.id) for (const _ of [1, 2]) void start(run, one, edit);
    await app.adminCommands.enqueueRole(store.userId, user, user.role === 'admin' ? 'user' : 'admin');
    if (random.below(2) === 0) await drainOnce(run, app, store);
  });

/** Whose rights change has something unsent. */
const edit: Action = (run, member) =>
  asUser(run, member, async (app, store) => {
    if (isAdmin(app, store.userId)) await runInEditor({ app, store, run }, editSomething);
  });

const comeBack: Action = async (run, member) => {
  if (member.device.loaded.token.readToken() === null) await signIn(run, member);
};

const signOut: Action = (run, member) => inTurn(member, (app) => leave(run, { member, app }, false));

/** The app asks where there is something unsent. */
async function leave(
  run: SimulationRun,
  { member, app }: { readonly member: Member; readonly app: Member['device']['loaded'] },
  isAtRest: boolean,
): Promise<void> {
  const choice = run.random.pick(['keepUnsent', 'keepUnsent', 'discardUnsent'] as const);
  await signOutAs(run, { member, app }, choice, isAtRest);
}

const ACTIONS: readonly Action[] = [
  ...[signUp, changePassword, changePassword, resetPassword, signOut],
  ...often(changeRole, 4),
  ...often(comeBack, 4),
];

/** Before a step of such a run. */
export async function passAccounts(run: SimulationRun): Promise<void> {
  const { random, circumstances, members } = run;
  if (circumstances.accounts === null) return;
  const member = random.pick(members);
  if (random.below(3) > 0) void start(run, member, random.pick(ACTIONS));
  if (random.below(8) > 0) return;
  // With nothing under way, what is kept or discarded is known exactly.
  await untilIdle(run);
  await start(run, member, () => inTurn(member, (app) => leave(run, { member, app }, true)));
}
