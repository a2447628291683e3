import type { Role, User } from '#schema/account/user.ts';
import type { UserRow } from '#sync-server/db/account-tables.ts';
import { recordChanges } from '#sync-server/db/changes/changes-queries.ts';
import { compiledForLists, compiledOnce, type ValueOf } from '#sync-server/db/compiled-once.ts';
import { joinedLookUp } from '#sync-server/db/joined-look-ups.ts';
import { padToLength } from '#sync-server/db/list-lengths.ts';
import { liveActivations } from '#sync-server/db/live-rows.ts';
import type { Db } from '#sync-server/db/open.ts';
import type { Trx } from '#sync-server/db/transaction.ts';

/** The user columns that every authorised request reads. */
export type CallerRow = Pick<UserRow, 'id' | 'role' | 'tokenVersion' | 'mustChangePassword'>;

export interface NewUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly role: Role;
  readonly createdAt: string;
  /** The password was generated and must be changed before any other request. */
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

/** The whole row, including the password hash, for checking a password. */
export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

/** The user as their own profile shows them, or undefined when this id does not exist. */
export async function findUser(db: Db, id: string): Promise<User | undefined> {
  return (await findUserInEpoch(db, id))?.user;
}

/** The user, and the epoch of the database, which the proof of the account names. */
export interface UserInEpoch {
  readonly user: User;
  readonly epoch: string;
}

/** As {@link findUser}; the epoch with the same query, because every start of the app runs it. */
export const findUserInEpoch = joinedLookUp<string, UserInEpoch | undefined>({
  one: async (db, id) => (await listUsersInEpoch(db, [id]))[0],
  many: listUsersInEpoch,
  nameOf: (id) => id,
});

async function listUsersInEpoch(db: Db, ids: readonly string[]): Promise<(UserInEpoch | undefined)[]> {
  const users = padToLength(ids.map((userId) => ({ userId })));
  // On PostgreSQL at the same time.
  const [profiles, activations] = await Promise.all([profileRows(db, users), activationRows(db, users)]);
  return ids.map((id) => {
    const row = profiles.find((profile) => profile.id === id);
    if (row === undefined) return undefined;
    const { epoch, ...profile } = row;
    if (epoch === null) throw new Error('The database was never started: it has no epoch');
    return { user: { ...profile, activatedCourses: coursesOf(activations, id) }, epoch };
  });
}

/** Compiled once for each length, as the next, because every start of the app reads them. */
const profileRows = compiledForLists((db, users: readonly ValueOf<Owner>[]) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'avatar'])
    .select((eb) =>
      eb.selectFrom('epochs').select('epochs.epoch').orderBy('epochs.number', 'desc').limit(1).as('epoch'),
    )
    .where(
      'id',
      'in',
      users.map((value) => value('userId')),
    ),
);

interface Owner {
  readonly userId: string;
}

/** Ids of the courses that a user activated, in order of activation. */
export async function listActivatedCourses(db: Db, userId: string): Promise<string[]> {
  return coursesOf(await activationRows(db, [{ userId }]), userId);
}

const coursesOf = (rows: readonly (Owner & { readonly courseId: string })[], id: string): string[] =>
  rows.filter(({ userId }) => userId === id).map(({ courseId }) => courseId);

const activationRows = compiledForLists((db, users: readonly ValueOf<Owner>[]) =>
  db
    .selectFrom(liveActivations)
    .select(['userId', 'courseId'])
    .where(
      'userId',
      'in',
      users.map((value) => value('userId')),
    )
    .orderBy('activatedAt')
    .orderBy('courseId'),
);

/** Inserts a user; returns false and inserts nothing when the email is already in use. */
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
