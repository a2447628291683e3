import {
  PERSON_REQUESTS_SHOWN,
  type Person,
  type PersonCourse,
  type Unlocking,
  type UsedCode,
} from '#schema/account/person.ts';
import type { SupportRequest } from '#schema/account/support.ts';
import { liveCourses, liveLessons, liveModules } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import { listLiveSessions } from '../sessions/session-queries.ts';

/** What admins see of one person; undefined for an unknown id. */
export async function findPerson(db: Db, userId: string, now: Date): Promise<Person | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'avatarSmall as avatar', 'createdAt'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user === undefined) return undefined;
  return {
    ...user,
    courses: await listCourses(db, userId),
    codes: await listUsedCodes(db, userId),
    devices: await listLiveSessions(db, userId, now),
    requests: await listRequests(db, user),
  };
}

/** With those whose access was removed. */
async function listCourses(db: Db, userId: string): Promise<PersonCourse[]> {
  const progress = await readProgress(db, userId);
  const rows = await db
    .selectFrom('activations')
    .innerJoin(liveCourses, 'courses.id', 'activations.courseId')
    .leftJoin('activationCodes', 'activationCodes.id', 'activations.codeId')
    .leftJoin('codeBatches', 'codeBatches.id', 'activationCodes.batch')
    .select(['activations.courseId', 'courses.title as courseTitle', 'activatedAt'])
    .select(['activations.revokedAt', 'activations.reason', 'activations.codeId', 'isGiven', 'origin'])
    .where('userId', '=', userId)
    .orderBy('activatedAt')
    .orderBy('activations.courseId')
    .execute();
  return rows.map(({ codeId, isGiven, origin, ...row }) => ({
    ...row,
    unlocking: unlockingOf({ codeId, isGiven, origin }),
    ...(progress.get(row.courseId) ?? { lessons: 0, completed: 0, lastActiveAt: null }),
  }));
}

interface Source {
  readonly codeId: string | null;
  readonly isGiven: number;
  readonly origin: string | null;
}

function unlockingOf({ codeId, isGiven, origin }: Source): Unlocking {
  if (codeId === null) return Number(isGiven) === 1 ? 'given' : 'unknown';
  return origin === 'shop' || origin === 'api' ? 'shop' : 'code';
}

type Progress = Pick<PersonCourse, 'lessons' | 'completed' | 'lastActiveAt'>;

async function readProgress(db: Db, userId: string): Promise<Map<string, Progress>> {
  const rows = await db
    .selectFrom('activations')
    .innerJoin(liveModules, 'modules.courseId', 'activations.courseId')
    .innerJoin(liveLessons, 'lessons.moduleId', 'modules.id')
    .leftJoin('progress', (join) =>
      join.onRef('progress.lessonId', '=', 'lessons.id').onRef('progress.userId', '=', 'activations.userId'),
    )
    .where('activations.userId', '=', userId)
    .select((eb) => [
      'activations.courseId',
      eb.fn.count<number>('lessons.id').as('lessons'),
      eb.fn.count<number>('progress.completedAt').as('completed'),
      eb.fn.max('progress.completedUpdatedAt').as('completedAt'),
      eb.fn.max('progress.positionUpdatedAt').as('playedAt'),
    ])
    .groupBy('activations.courseId')
    .execute();
  return new Map(
    rows.map(({ courseId, lessons, completed, completedAt, playedAt }) => [
      courseId,
      {
        ...{ lessons: Number(lessons), completed: Number(completed) },
        lastActiveAt: (completedAt ?? '') > (playedAt ?? '') ? completedAt : playedAt,
      },
    ]),
  );
}

/** Those of courses that exist. */
function listUsedCodes(db: Db, userId: string): Promise<UsedCode[]> {
  return db
    .selectFrom('redemptions')
    .innerJoin('activationCodes', 'activationCodes.id', 'redemptions.codeId')
    .innerJoin('codeBatches', 'codeBatches.id', 'activationCodes.batch')
    .innerJoin(liveCourses, 'courses.id', 'redemptions.courseId')
    .select(['codeId', 'code', 'redemptions.courseId', 'courses.title as courseTitle'])
    .select(['batch as batchId', 'codeBatches.name as batchName', 'at', 'undoneAt'])
    .where('userId', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('redemptions.id', 'desc')
    .execute();
}

/** Those of the account, and those that somebody sent with its email without signing in. */
function listRequests(
  db: Db,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<SupportRequest[]> {
  return db
    .selectFrom('supportRequests')
    .select(['id', 'userId', 'name', 'email', 'subject', 'orderNumber', 'message', 'createdAt', 'doneAt'])
    .where((eb) =>
      eb.or([eb('userId', '=', id), eb.and([eb('email', '=', email), eb('userId', 'is', null)])]),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(PERSON_REQUESTS_SHOWN)
    .execute();
}
