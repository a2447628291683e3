import { randomUUID } from 'node:crypto';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { addToCounts } from '../courses/count-queries.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import type { Change } from '../db/changes/noted-edits.ts';
import { inTransaction } from '../db/transaction.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

/** More than two pieces remove. */
const LEARNERS = 250;
const LESSONS = ['tides-lesson-1', 'tides-lesson-2', 'shores-lesson-1'];
export const POPULAR = 'tides';
const COURSES = ['shores', POPULAR];

/**
 * A course `tides` with 250 learners, the last of them alice, and a course `shores` with the same. Each has used
 * a code of both and has progress in both.
 */
export async function popularCourse({ keepData = false } = {}): Promise<TestServer> {
  const courses = [
    fixtureCourse({ status: 'unpublished' }),
    fixtureCourse({ id: 'shores', title: 'Shores' }),
  ];
  const server = await serverForTest({ courses, keepData });
  await addLearners(server);
  return server;
}

async function addLearners({ deps, clock }: TestServer): Promise<void> {
  const at = clock.now().toISOString();
  const strangers = Array.from({ length: LEARNERS - 1 }, (_, i) => `a-learner-${i}`);
  const learners = [...strangers, 'alice'];
  const inEach = <T>(make: (userId: string, id: string) => T, ids: readonly string[]): T[] =>
    learners.flatMap((userId) => ids.map((id) => make(userId, id)));
  const users = strangers.map((id) => ({
    ...{ id, name: id, email: `${id}@example.org`, passwordHash: '', role: 'user' as const },
    ...{ avatar: null, avatarSmall: null, tokenVersion: 1, mustChangePassword: 0 as const },
    ...{ createdAt: at, updatedAt: at },
  }));
  const activations = inEach(
    (userId, courseId) => ({
      ...{ userId, courseId, activatedAt: at, codeId: null },
      ...{ revokedAt: null, reason: '', isGiven: 0 as const },
    }),
    COURSES,
  );
  const codes = inEach((userId, courseId) => {
    const code = `USED-${courseId}-${userId}`;
    return {
      ...{ id: randomUUID(), courseId, code, normalizedCode: code, batch: 'used', createdAt: at },
      ...{ revokedAt: null, uses: 1, isUsedUp: 1 as const },
    };
  }, COURSES);
  const times = { completedAt: at, completedUpdatedAt: at, positionSeconds: 3, positionUpdatedAt: at };
  const progress = inEach((userId, lessonId) => ({ userId, lessonId, ...times }), LESSONS);
  const changes = [
    ...inEach<Change>((userId, id) => ({ kind: 'activation', id, userId, courseId: id }), COURSES),
    ...inEach<Change>(
      (userId, id) => ({ kind: 'progress', id, userId, courseId: id.replace(/-.*/, '') }),
      LESSONS,
    ),
  ];
  await inTransaction(deps.db, async (trx) => {
    await trx.insertInto('users').values(users).execute();
    await trx.insertInto('activations').values(activations).execute();
    await trx.insertInto('activationCodes').values(codes).execute();
    await trx.insertInto('progress').values(progress).execute();
    for (const courseId of COURSES) await addToCounts(trx, { courseId, activatedAt: at }, LEARNERS);
    await recordChanges(trx, at, changes);
  });
}

/** Deletes the course as an admin does. */
export const deletePopular = (server: TestServer) =>
  server.request(`/api/admin/courses/${POPULAR}`, { method: 'DELETE', as: server.people.admin });

/** Deletes the course for good, as an admin does from the trash. */
export async function purgePopular(server: TestServer) {
  const as = server.people.admin;
  const { courses } = (await server.request('/api/admin/trash', { as })).read(endpoints.listTrash.output);
  const deletedAt = courses.find(({ courseId }) => courseId === POPULAR)?.deletedAt;
  return server.request(`/api/admin/trash/${POPULAR}/purge`, { as, body: { deletedAt } });
}

/** The moment after the commit of the removal, before its first piece. */
export async function beforeRemoval(server: TestServer): Promise<void> {
  await betweenPieces(server);
  await purgePopular(server);
}

/**
 * The moment after the commit, before a second piece. The row says that the course is published, as no read may look at
 * it.
 */
export async function betweenPieces(server: TestServer): Promise<void> {
  await server.deps.deletedCourses.stop();
  await deletePopular(server);
  await inTransaction(server.deps.db, (trx) =>
    trx.updateTable('courses').set({ status: 'published' }).where('id', '=', POPULAR).execute(),
  );
}

/** A new server on the folder of one that died. */
export const restarted = (server: TestServer): Promise<TestServer> =>
  serverForTest({ dataFolder: server.deps.config.dataFolder, keepData: true });

const ofPopular = (id: unknown): boolean => String(id).startsWith(POPULAR);

/** How many rows there are of the deleted course, and of everything else, by table. */
export async function countLeft({ deps: { db } }: TestServer) {
  const ids = {
    courses: await db.selectFrom('courses').select('id').execute(),
    deletedCourses: await db.selectFrom('deletedCourses').select('courseId as id').execute(),
    modules: await db.selectFrom('modules').select('id').execute(),
    lessons: await db.selectFrom('lessons').select('id').execute(),
    lessonContents: await db.selectFrom('lessonContents').select('lessonId as id').execute(),
    resources: await db.selectFrom('resources').select('id').execute(),
    activations: await db.selectFrom('activations').select('courseId as id').execute(),
    activationCodes: await db.selectFrom('activationCodes').select('courseId as id').execute(),
    progress: await db.selectFrom('progress').select('lessonId as id').execute(),
    progressChanges: await db.selectFrom('changes').select('id').where('kind', '=', 'progress').execute(),
  };
  const count = (isCounted: (id: unknown) => boolean) =>
    Object.fromEntries(
      Object.entries(ids).map(([table, rows]) => [table, rows.filter(({ id }) => isCounted(id)).length]),
    );
  return { popular: count(ofPopular), others: count((id) => !ofPopular(id)) };
}

/** The counts with nothing of the deleted course. */
export const nothing = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.keys(counts).map((table) => [table, 0]));
