import type { Role } from '#schema/account/user.ts';
import type { UserRow } from '#sync-server/db/account-tables.ts';
import { recordChanges } from '#sync-server/db/changes/changes-queries.ts';
import { inTransaction, type Trx } from '#sync-server/db/transaction.ts';
import { auditStampAt } from '#sync-server/history/audit-stamp.ts';
import { BY_OPERATOR, insertRevision } from '#sync-server/history/revision-queries.ts';
import { generatePassword } from '#sync-server/passwords/generate-password.ts';
import { setPassword } from '#sync-server/passwords/password-queries.ts';
import { afterNewPassword } from '#sync-server/recovery/after-new-password.ts';
import { enqueueEventMail } from '#sync-server/second-factor/report-event.ts';
import { secondFactorLimits } from '#sync-server/second-factor/second-factor-limits.ts';
import { removeFactors } from '#sync-server/second-factor/second-factor-queries.ts';
import { isFactorOn } from '#sync-server/sessions/factor-queries.ts';
import { endAllSessions } from '#sync-server/sessions/session-queries.ts';
import { countAdmins, findRole, updateRole } from '#sync-server/users/role-queries.ts';
import type { AccountDeps } from './open-accounts.ts';

export type Account = Pick<UserRow, 'id' | 'name' | 'email'>;

/** Sets a role as an admin of the app would. False: the user has it already. Throws for the last admin. */
export async function setRole(
  { db, clock }: AccountDeps,
  { id, name }: Account,
  role: Role,
): Promise<boolean> {
  const at = clock.now().toISOString();
  return inTransaction(db, async (trx) => {
    const before = await findRole(trx, id);
    if (before === undefined) throw new Error(`${name} was deleted meanwhile`);
    if (before === role) return false;
    if (before === 'admin' && (await countAdmins(trx)) <= 1)
      throw new Error(
        `${name} is the only admin, and nothing was changed. Make another user an admin first.`,
      );
    await updateRole(trx, id, { role, at });
    await record(trx, { account: { id, name }, at, before: { role: before }, after: { role } });
    return true;
  });
}

/** Sets a generated password, which its user has to replace; ends all sessions. Returns it with their number. */
export async function resetPassword(
  deps: AccountDeps,
  account: Account,
): Promise<{ password: string; ended: number }> {
  const userId = account.id;
  const password = generatePassword();
  const passwordHash = await deps.passwords.hash(password);
  const at = deps.clock.now().toISOString();
  const ended = await inTransaction(deps.db, async (trx) => {
    await setPassword(trx, { userId, passwordHash, at, mustChange: true });
    await afterNewPassword(trx, deps, { ...account, at });
    return endAndRecord(trx, { account, at, after: { passwordReset: 1 } });
  });
  await deps.limits.clear([...secondFactorLimits(userId), { limit: 'passwordByUser', key: userId }]);
  return { password, ended };
}

/** Ends all sessions of a user and returns how many. */
export function signOut({ db, clock }: AccountDeps, account: Account): Promise<number> {
  const at = clock.now().toISOString();
  return inTransaction(db, (trx) => endAndRecord(trx, { account, at, after: {} }));
}

/**
 * Turns two-step sign-in off, with the app, passkeys and recovery codes, and ends all sessions: the phone may be in
 * other hands.
 * Returns their number; null if it is off.
 */
export async function turnSecondFactorOff(deps: AccountDeps, account: Account): Promise<number | null> {
  const userId = account.id;
  const at = deps.clock.now().toISOString();
  const ended = await inTransaction(deps.db, async (trx) => {
    if (!(await isFactorOn(trx, userId))) return null;
    await removeFactors(trx, userId);
    await enqueueEventMail(deps, trx, { kind: 'off', userId, at });
    return endAndRecord(trx, { account, at, after: { secondFactor: 'off' } });
  });
  if (ended !== null) await deps.limits.clear(secondFactorLimits(userId));
  return ended;
}

interface Recorded {
  readonly account: Pick<Account, 'id' | 'name'>;
  readonly at: string;
  readonly before?: Readonly<Record<string, string | number>>;
  readonly after: Readonly<Record<string, string | number>>;
}

async function endAndRecord(trx: Trx, { account, at, after }: Recorded): Promise<number> {
  const sessionsEnded = await endAllSessions(trx, { userId: account.id, at }, null);
  // The user's event streams are checked when their row changes, and end at once.
  await recordChanges(trx, at, [{ kind: 'user', id: account.id, userId: account.id }]);
  await record(trx, { account, at, after: { sessionsEnded, ...after } });
  return sessionsEnded;
}

async function record(trx: Trx, { account, at, before = {}, after }: Recorded): Promise<void> {
  await insertRevision(trx, auditStampAt(null, at), {
    ...{ kind: 'update', entity: 'user', entityId: account.id, courseId: null, title: account.name },
    ...{ version: null, before, after: { ...after, ...BY_OPERATOR } },
  });
}
