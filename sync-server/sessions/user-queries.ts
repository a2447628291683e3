import { type ExpressionBuilder, sql } from 'kysely';
import type { Role, User } from '#schema/account/user.ts';
import type { UserRow } from '../db/account-tables.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import { compiledOnce, type ValueOf } from '../db/compiled-once.ts';
import { liveActivations } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import type { Tables } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';
import { type NamedSession, sessionLookUp, sessionUserOf } from './session-queries.ts';

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
export async function findUserInEpoch(db: Db, userId: string): Promise<UserInEpoch | undefined> {
  const [row] = await profileRows(db, { userId });
  return row && toUserInEpoch(row);
}

const profileRows = compiledOnce((db, value: ValueOf<Owner>) =>
  db
    .selectFrom('users')
    .select(PROFILE_COLUMNS)
    .select((eb) => profileBeside(eb))
    .where('users.id', '=', value('userId')),
);

interface Owner {
  readonly userId: string;
}

const PROFILE_COLUMNS = ['users.id', 'users.name', 'users.email', 'users.role', 'users.avatar'] as const;

/** Columns of the profile from other tables: the ids of the activated courses, joined to one text, and the epoch. */
const profileBeside = (eb: ExpressionBuilder<Tables, 'users'>) => [
  eb
    .selectFrom(liveActivations)
    .select(({ fn }) =>
      fn
        .agg<string | null>('string_agg', ['activations.courseId', sql.lit(COURSES_APART)])
        .orderBy('activations.activatedAt')
        .orderBy('activations.courseId')
        .as('courses'),
    )
    .whereRef('activations.userId', '=', 'users.id')
    .as('courses'),
  eb.selectFrom('epochs').select('epochs.epoch').orderBy('epochs.number', 'desc').limit(1).as('epoch'),
];

/** No id has it. */
const COURSES_APART = ' ';

interface ProfileRow extends Pick<User, 'id' | 'name' | 'email' | 'role'> {
  readonly avatar: string | null;
  readonly courses: string | null;
  readonly epoch: string | null;
}

function toUserInEpoch({ id, name, email, role, avatar, courses, epoch }: ProfileRow): UserInEpoch {
  if (epoch === null) throw new Error('The database was never started: it has no epoch');
  const activatedCourses = courses?.split(COURSES_APART) ?? [];
  return { user: { id, name, email, role, avatar, activatedCourses }, epoch };
}

/** A caller as the own profile shows them, in one round trip. */
export const findSessionProfile = sessionLookUp(
  compiledOnce((db, value: ValueOf<NamedSession>) =>
    sessionUserOf(db, value)
      .select(PROFILE_COLUMNS)
      .select((eb) => profileBeside(eb)),
  ),
  (row) => ({ profile: toUserInEpoch(row) }),
);

/** Ids of the courses that a user activated, in order of activation. */
export async function listActivatedCourses(db: Db, userId: string): Promise<string[]> {
  return (await activatedCourses(db, { userId })).map(({ courseId }) => courseId);
}

const activatedCourses = compiledOnce((db, value: ValueOf<Owner>) =>
  db
    .selectFrom(liveActivations)
    .select('courseId')
    .where('userId', '=', value('userId'))
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
