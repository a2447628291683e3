import { type StudyKind, studyKinds } from '#schema/sync/row-kinds.ts';
import { addToCounts } from '../courses/count-queries.ts';
import type { UserRow } from '../db/account-tables.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import { countEnrolment, outdateReports } from '../db/changes/counters-queries.ts';
import { countDeleted, ROWS_PER_PIECE } from '../db/in-pieces.ts';
import type { Db } from '../db/open.ts';
import { isOrderOf } from '../db/orders-of-person.ts';
import type { RevisionRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';

export type Person = Pick<UserRow, 'id' | 'email' | 'role'>;

export function findPerson(db: Db, userId: string): Promise<Person | undefined> {
  return db.selectFrom('users').select(['id', 'email', 'role']).where('id', '=', userId).executeTakeFirst();
}

/** Which of these accounts exist. */
export async function findPeople(db: Db, userIds: readonly string[]): Promise<Person[]> {
  if (userIds.length === 0) return [];
  return db.selectFrom('users').select(['id', 'email', 'role']).where('id', 'in', userIds).execute();
}

/** Ends every session, and closes the account to any sign-in; it is no longer an admin. */
export async function lockOut(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ passwordHash: 'erased', role: 'user', tokenVersion: eb('tokenVersion', '+', 1) }))
    .where('id', '=', userId)
    .execute();
  await trx.deleteFrom('sessions').where('userId', '=', userId).execute();
}

/** A table of which a person may have many rows, which are removed some at a time, and the column that tells them apart. */
type ManyRows =
  | { readonly table: 'receipts'; readonly id: 'key' }
  | { readonly table: 'changes'; readonly id: 'sequence' }
  | Pick<(typeof studyKinds)[StudyKind], 'table' | 'id'>;

export const manyRows: readonly ManyRows[] = [
  { table: 'receipts', id: 'key' },
  ...Object.values(studyKinds),
  { table: 'changes', id: 'sequence' },
];

/** Removes some of the person's rows of a table and returns how many; see `removeInPieces`. */
export function removeSome(trx: Trx, { table, id }: ManyRows, userId: string): Promise<number> {
  const some = trx.selectFrom(table).select(id).where('userId', '=', userId).limit(ROWS_PER_PIECE);
  return countDeleted(trx.deleteFrom(table).where('userId', '=', userId).where(id, 'in', some));
}

/** With the numbers of learners, which count them. */
export async function removeActivations(trx: Trx, userId: string): Promise<void> {
  const rows = await trx
    .selectFrom('activations')
    .select(['courseId', 'activatedAt', 'revokedAt'])
    .where('userId', '=', userId)
    .execute();
  if (rows.length === 0) return;
  // An access that was removed is not counted.
  for (const row of rows) if (row.revokedAt === null) await addToCounts(trx, row, -1);
  await trx.deleteFrom('activations').where('userId', '=', userId).execute();
  await countEnrolment(trx);
}

/**
 * Orders of codes that the person redeemed lose their email. Other orders with the same email may be of another user:
 * an email is not verified. Before `releaseCodes`.
 */
export async function forgetOrders(trx: Trx, person: Person): Promise<void> {
  await trx
    .updateTable('shopOrders')
    .set({ email: '' })
    .where((eb) => isOrderOf(eb, person))
    .execute();
}

/** Used codes stay used, without a user. */
export async function releaseCodes(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('redemptions').set({ userId: null }).where('userId', '=', userId).execute();
}

/**
 * Support requests that they sent signed in, and messages to them. Others with the same email may be of another user:
 * an email is not verified.
 */
export async function removeCorrespondence(trx: Trx, { id, email }: Person): Promise<void> {
  await trx.deleteFrom('supportRequests').where('userId', '=', id).execute();
  await trx
    .deleteFrom('mails')
    .where((eb) => eb(eb.fn('lower', ['recipient']), '=', email))
    .execute();
}

/** Commands of others on the account, which have its id. */
export function listChangesOfAccount(trx: Trx, userId: string) {
  return trx
    .selectFrom('revisions')
    .select(['id', 'entity', 'title', 'after'])
    .where('entity', 'in', ['user', 'codes'])
    .where('entityId', '=', userId)
    .execute();
}

export async function replaceChange(
  trx: Trx,
  { id, title, after }: Pick<RevisionRow, 'id' | 'title' | 'after'>,
): Promise<void> {
  await trx.updateTable('revisions').set({ title, after }).where('id', '=', id).execute();
}

/** The replies to admins that name the person: those of changes of roles, codes and accesses. */
export function listRepliesAbout(trx: Trx, userId: string) {
  const admins = trx
    .selectFrom('revisions')
    .select('userId')
    .where('entity', 'in', ['user', 'codes'])
    .where('userId', 'is not', null)
    .$narrowType<{ userId: string }>();
  return trx
    .selectFrom('receipts')
    .select(['userId', 'key', 'body'])
    .where('userId', 'in', admins)
    .where('body', 'like', `%"${userId}"%`)
    .execute();
}

export async function replaceReply(
  trx: Trx,
  { userId, key, body }: { readonly userId: string; readonly key: string; readonly body: string },
): Promise<void> {
  await trx
    .updateTable('receipts')
    .set({ body })
    .where('userId', '=', userId)
    .where('key', '=', key)
    .execute();
}

/** The rest goes with the account: the database deletes what refers to it. `at`: ISO time of the tombstone. */
export async function removeAccount(trx: Trx, userId: string, at: string): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', userId).execute();
  await outdateReports(trx);
  await recordChanges(trx, at, [{ kind: 'user', id: userId, userId, isDeleted: true }]);
}
