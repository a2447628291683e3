import type { Role, User } from '#schema/user.ts';
import type { UserRow } from '../db/account-tables.ts';
import { recordChanges } from '../db/changes-queries.ts';
import { compiledOnce, type ValueOf } from '../db/compiled-once.ts';
import type { Db } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';

/** What every authorised request asks of the person's row. */
export type CallerRow = Pick<UserRow, 'id' | 'role' | 'tokenVersion' | 'mustChangePassword'>;

export interface NewUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly role: Role;
  readonly createdAt: string;
  /** The password was generated: it has to be changed before anything else. */
  readonly mustChangePassword?: boolean;
}

export async function findCallerRow(db: Db, id: string): Promise<CallerRow | undefined> {
  return (await callerRows(db, { id }))[0];
}

/** Compiled once, because every request and every command reads it. */
const callerRows = compiledOnce((db, value: ValueOf<Pick<UserRow, 'id'>>) =>
  db
    .selectFrom('users')
    .select(['id', 'role', 'tokenVersion', 'mustChangePassword'])
    .where('id', '=', value('id')),
);

/** The whole row, password hash included, for the one who checks it. */
export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

/** A person as the API shows them to themselves, or undefined when there is none with this id. */
export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'avatar'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, activatedCourses: await listActivatedCourses(db, id) };
}

/** Ids of the courses that a person activated, in the order of activation. */
export async function listActivatedCourses(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('activations')
    .select('courseId')
    .where('userId', '=', userId)
    .orderBy('activatedAt')
    .orderBy('courseId')
    .execute();
  return rows.map((row) => row.courseId);
}

/** Adds a person; false (and nothing added) when the email belongs to somebody already. */
export async function insertUser(
  trx: Trx,
  { mustChangePassword = false, ...user }: NewUser,
): Promise<boolean> {
  const result = await trx
    .insertInto('users')
    .values({
      ...user,
      avatar: null,
      avatarSmall: null,
      tokenVersion: 1,
      mustChangePassword: mustChangePassword ? 1 : 0,
      updatedAt: user.createdAt,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows !== 1n) return false;
  await recordChanges(trx, user.createdAt, [{ kind: 'user', id: user.id, userId: user.id }]);
  return true;
}
