import { expect } from 'vitest';
import { draftTextsOf } from '../drafts/open-editor.ts';
import type { Fetch } from '../machines/device.ts';
import { isAdmin, type Member, on, type SimulationRun } from '../run/simulation-run.ts';
import { keysOf, userIdOf } from '../run/unreliable-fetch.ts';
import { accountsOf } from './people.ts';
import { logIn } from './sign-in.ts';

/** In such a run users sign in by the app's own session, and each request is checked when it leaves. */
export async function beginAccounts(run: SimulationRun): Promise<void> {
  if (run.circumstances.accounts === null) return;
  run.signIn = (member, userId) => logIn(run, member, userId);
  const { faultPercent } = run;
  run.faultPercent = 0;
  for (const member of run.members) {
    member.device.fetch = watchRequests(run, member.device.name, member.device.fetch);
    // The sessions until now are not of the app's making.
    await logIn(run, member, member.userId);
  }
  run.faultPercent = faultPercent;
}

function watchRequests(run: SimulationRun, device: string, send: Fetch): Fetch {
  return (path, init = {}) => {
    checkKeys(run, device, init);
    const sending = send(path, init);
    // Nothing in the app waits for the report of a sign-out.
    const under: Promise<unknown> = sending.catch(() => undefined).finally(() => run.overdue.delete(under));
    run.overdue.add(under);
    return sending;
  };
}

/** What was discarded is not sent any more, and what was kept only by its user. */
function checkKeys(run: SimulationRun, device: string, init: RequestInit): void {
  const { discarded, given, retained } = accountsOf(run);
  const { carried, breaches } = run.oracle;
  const rows = new Map([...retained.values()].flat().map((row) => [row.id, row]));
  for (const key of keysOf(init)) {
    const sender = userIdOf(init);
    const owner = (rows.get(key) ?? given.get(key) ?? discarded.get(key))?.command.userId ?? sender;
    if (owner !== sender) breaches.push(`${device} sent ${key} of ${owner} as ${sender}`);
    if (discarded.has(key) && !carried.has(key))
      breaches.push(`${device} sent ${key}, which was discarded at the sign-out`);
  }
}

/** What had been on its way when its user discarded it may have arrived: then it must be there, once. */
export async function noteGivenWork(run: SimulationRun): Promise<void> {
  if (run.circumstances.accounts === null) return;
  run.server.forgetSessions();
  const receipts = await run.server.read((db) =>
    db.selectFrom('receipts').select(['key', 'status']).execute(),
  );
  const done = new Set(receipts.filter(({ status }) => status < 300).map(({ key }) => key));
  for (const [id, { command }] of accountsOf(run).given) if (done.has(id)) run.acknowledged.set(id, command);
}

/** Each person has one account, and ended sessions are over. */
export async function expectAccounts(run: SimulationRun): Promise<void> {
  if (run.circumstances.accounts === null) return;
  const users = await run.server.db.selectFrom('users').select(['id', 'email']).execute();
  for (const [id, { email }] of accountsOf(run).people)
    expect(users.filter((user) => user.email === email).map((user) => user.id)).toEqual([id]);
  for (const token of accountsOf(run).ended) {
    const headers = { Authorization: `Bearer ${token}` };
    const { status } = await run.server.fetch('/api/auth/me', { headers });
    expect(status, 'the status of a session that has ended').toBe(401);
  }
}

/** Once it has pulled, a device has what the role of its user allows. */
export async function expectRole(run: SimulationRun, member: Member): Promise<void> {
  if (run.circumstances.accounts === null) return;
  const { id, role } = await run.server.db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('id', '=', member.userId)
    .executeTakeFirstOrThrow();
  const where = `on ${member.device.name} (${id})`;
  expect(isAdmin(member.device.loaded, id), `an admin ${where}`).toBe(role === 'admin');
  if (role === 'admin') return;
  const hasRows = await on(run, member, (app, store) => app.admin.hasAdminRows(store));
  expect(hasRows, `data of admins ${where}`).toBe(false);
  await expectDraftsThere(run, member);
}

/** What somebody typed who is no admin any more stays on the device. */
async function expectDraftsThere(run: SimulationRun, member: Member): Promise<void> {
  const rows = await on(run, member, (_, store) => store.drafts.toArray());
  const text = JSON.stringify(rows ?? []);
  const missing = draftTextsOf(run, member).filter((one) => !text.includes(one));
  expect(missing, `drafts missing on ${member.device.name} (${member.userId})`).toEqual([]);
}
