import type { UserRow } from '../db/account-tables.ts';
import type { Db } from '../db/open.ts';
import { isOrderOf } from '../db/orders-of-person.ts';

/*
 * What the server stores about a person, table by table. personal-data.test.ts names the place of every table of the
 * database that refers to a person, and does not compile without one of them.
 */

export type Row = Readonly<Record<string, string | number | null>>;
export type Person = Pick<UserRow, 'id' | 'email'>;

export interface PersonalTable {
  /** The name of its files in the archive. */
  readonly name: string;
  readonly columns: readonly string[];
  /** The next rows after one with this key, in the order of keys; '' for the first. */
  readonly read: (db: Db, person: Person, after: string) => Promise<readonly Row[]>;
  /** The column of the keys, of a table that may have many rows; null: all rows come at once. */
  readonly key: string | null;
}

export const ROWS_AT_ONCE = 500;

export async function findAccount(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'avatar', 'mustChangePassword', 'createdAt', 'updatedAt'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

const gradeColumns = [
  ...(['score', 'maxScore', 'isPassed', 'isOverLimit'] as const),
  ...(['earlierScore', 'regradedAt'] as const),
] as const;

export const personalTables: readonly PersonalTable[] = [
  {
    name: 'devices',
    columns: ['deviceName', 'createdAt', 'lastSeenAt', 'expiresAt', 'endedAt'],
    key: null,
    read: (db, { id }) =>
      db
        .selectFrom('sessions')
        .select(['deviceName', 'createdAt', 'lastSeenAt', 'expiresAt', 'endedAt'])
        .where('userId', '=', id)
        .orderBy('createdAt')
        .execute(),
  },
  {
    name: 'networks',
    columns: ['lastUsedAt'],
    key: null,
    read: (db, { id }) =>
      db
        .selectFrom('signInNetworks')
        .select('lastUsedAt')
        .where('userId', '=', id)
        .orderBy('lastUsedAt')
        .execute(),
  },
  {
    name: 'two-step-sign-in',
    columns: ['createdAt', 'confirmedAt'],
    key: null,
    read: (db, { id }) =>
      db.selectFrom('secondFactors').select(['createdAt', 'confirmedAt']).where('userId', '=', id).execute(),
  },
  {
    name: 'passkeys',
    columns: ['name', 'rpId', 'transports', 'createdAt', 'lastUsedAt'],
    key: null,
    read: (db, { id }) =>
      db
        .selectFrom('passkeys')
        .select(['name', 'rpId', 'transports', 'createdAt', 'lastUsedAt'])
        .where('userId', '=', id)
        .orderBy('createdAt')
        .execute(),
  },
  {
    name: 'recovery-codes',
    columns: ['usedAt'],
    key: null,
    read: (db, { id }) => db.selectFrom('recoveryCodes').select('usedAt').where('userId', '=', id).execute(),
  },
  {
    name: 'password-resets',
    columns: ['createdAt', 'expiresAt', 'closedAt'],
    key: null,
    read: (db, { id }) =>
      db
        .selectFrom('resetRequests')
        .select(['createdAt', 'expiresAt', 'closedAt'])
        .where('userId', '=', id)
        .orderBy('createdAt')
        .execute(),
  },
  {
    name: 'courses',
    columns: ['courseId', 'title', 'activatedAt', 'revokedAt', 'reason'],
    key: null,
    read: (db, { id }) =>
      db
        .selectFrom('activations')
        .innerJoin('courses', 'courses.id', 'activations.courseId')
        .select(['courseId', 'title', 'activatedAt', 'revokedAt', 'reason'])
        .where('userId', '=', id)
        .orderBy('activatedAt')
        .execute(),
  },
  {
    name: 'codes',
    columns: ['courseId', 'code', 'at', 'undoneAt', 'reason'],
    key: null,
    read: (db, { id }) =>
      db
        .selectFrom('redemptions')
        .innerJoin('activationCodes', 'activationCodes.id', 'redemptions.codeId')
        .select(['redemptions.courseId', 'code', 'at', 'undoneAt', 'reason'])
        .where('userId', '=', id)
        .orderBy('at')
        .execute(),
  },
  {
    name: 'orders',
    columns: ['orderId', 'line', 'product', 'quantity', 'email', 'receivedAt', 'state'],
    key: null,
    read: (db, person) =>
      db
        .selectFrom('shopOrders')
        .select(['orderId', 'line', 'product', 'quantity', 'email', 'receivedAt', 'state'])
        .where((eb) => isOrderOf(eb, person))
        .orderBy('receivedAt')
        .execute(),
  },
  {
    name: 'progress',
    columns: [
      ...['lessonId', 'title', 'completedAt', 'completedUpdatedAt', 'positionSeconds', 'positionUpdatedAt'],
    ],
    key: 'lessonId',
    read: (db, { id }, after) =>
      db
        .selectFrom('progress')
        .innerJoin('lessons', 'lessons.id', 'progress.lessonId')
        .select(['lessonId', 'title', 'completedAt', 'completedUpdatedAt'])
        .select(['positionSeconds', 'positionUpdatedAt'])
        .where('userId', '=', id)
        .where('lessonId', '>', after)
        .orderBy('lessonId')
        .limit(ROWS_AT_ONCE)
        .execute(),
  },
  {
    name: 'answers',
    columns: ['id', 'title', 'startedAt', 'submittedAt', 'handedInAt', 'answers', ...gradeColumns],
    key: 'id',
    read: (db, { id: userId }, after) =>
      db
        .selectFrom('attempts')
        .innerJoin('quizzes', 'quizzes.id', 'attempts.quizId')
        .select([
          'attempts.id',
          'title',
          'startedAt',
          'submittedAt',
          'handedInAt',
          'answers',
          ...gradeColumns,
        ])
        .where('userId', '=', userId)
        .where('attempts.id', '>', after)
        .orderBy('attempts.id')
        .limit(ROWS_AT_ONCE)
        .execute(),
  },
  {
    name: 'grades',
    columns: ['id', 'attemptId', 'title', 'versions', 'score', 'maxScore', 'isPassed', 'gradedAt'],
    key: 'id',
    read: (db, { id: userId }, after) =>
      db
        .selectFrom('grades')
        .innerJoin('quizzes', 'quizzes.id', 'grades.quizId')
        .select(['grades.id', 'attemptId', 'title', 'versions', 'score', 'maxScore', 'isPassed', 'gradedAt'])
        .where('userId', '=', userId)
        .where('grades.id', '>', after)
        .orderBy('grades.id')
        .limit(ROWS_AT_ONCE)
        .execute(),
  },
  {
    name: 'support-requests',
    columns: ['id', 'name', 'email', 'subject', 'orderNumber', 'message', 'createdAt'],
    key: null,
    read: (db, { id }) =>
      db
        .selectFrom('supportRequests')
        .select(['id', 'name', 'email', 'subject', 'orderNumber', 'message', 'createdAt'])
        // Not those with the same email, which anybody may have typed who was not signed in.
        .where('userId', '=', id)
        .orderBy('createdAt')
        .execute(),
  },
  {
    name: 'mails',
    columns: ['kind', 'recipient', 'createdAt', 'sentAt', 'expiresAt', 'attempts', 'lastProblem'],
    key: null,
    read: (db, { email }) =>
      db
        .selectFrom('mails')
        .select(['kind', 'recipient', 'createdAt', 'sentAt', 'expiresAt', 'attempts', 'lastProblem'])
        .where((eb) => eb(eb.fn('lower', ['recipient']), '=', email))
        .orderBy('createdAt')
        .execute(),
  },
  {
    name: 'uploads',
    columns: ['id', 'kind', 'sizeBytes', 'createdAt', 'touchedAt', 'attachedAt'],
    key: null,
    read: (db, { id }) =>
      db
        .selectFrom('uploads')
        .select(['id', 'kind', 'sizeBytes', 'createdAt', 'touchedAt', 'attachedAt'])
        .where('userId', '=', id)
        .orderBy('createdAt')
        .execute(),
  },
  {
    name: 'code-lists',
    columns: ['id', 'courseId', 'name', 'note', 'createdAt', 'count'],
    key: null,
    read: (db, { id }) =>
      db
        .selectFrom('codeBatches')
        .select(['id', 'courseId', 'name', 'note', 'createdAt', 'count'])
        .where('createdBy', '=', id)
        .orderBy('createdAt')
        .execute(),
  },
  {
    name: 'changes-to-courses',
    columns: [
      ...['id', 'kind', 'entity', 'entityId', 'courseId', 'title', 'madeAt', 'receivedAt', 'before', 'after'],
    ],
    key: 'id',
    read: (db, { id }, after) =>
      db
        .selectFrom('revisions')
        .select(['id', 'kind', 'entity', 'entityId', 'courseId', 'title', 'madeAt', 'receivedAt'])
        .select(['before', 'after'])
        .where('userId', '=', id)
        .where('id', '>', after)
        .orderBy('id')
        .limit(ROWS_AT_ONCE)
        .execute(),
  },
  {
    name: 'changes-to-account',
    columns: ['id', 'kind', 'title', 'madeAt', 'receivedAt', 'before', 'after'],
    key: null,
    read: (db, { id }) =>
      db
        .selectFrom('revisions')
        .select(['id', 'kind', 'title', 'madeAt', 'receivedAt', 'before', 'after'])
        .where('entity', 'in', ['user', 'codes'])
        .where('entityId', '=', id)
        .orderBy('id')
        .execute(),
  },
  {
    name: 'receipts',
    columns: ['key', 'status', 'body', 'createdAt'],
    key: 'key',
    read: (db, { id }, after) =>
      db
        .selectFrom('receipts')
        .select(['key', 'status', 'body', 'createdAt'])
        .where('userId', '=', id)
        .where('key', '>', after)
        .orderBy('key')
        .limit(ROWS_AT_ONCE)
        .execute(),
  },
];
