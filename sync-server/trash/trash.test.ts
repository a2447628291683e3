import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { TRASH_DAYS } from '#schema/limits.ts';
import { inTransaction } from '../db/transaction.ts';
import {
  betweenPieces,
  countLeft,
  deletePopular,
  nothing,
  POPULAR,
  popularCourse,
  purgePopular,
  restarted,
} from '../editor/deleted-courses-for-test.ts';
import { removeExpiredRows } from '../remove-expired-rows.ts';
import { labels, pullAll } from '../sync/sync-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const KEY = '2b7b7b0a-3c56-4c92-9a8f-1d0f3c5e7a11';

/** When the course was changed last, and the newest activations, which are all of one moment. */
const CHANGING = /"updatedAt":"[^"]*"|"recentActivations":\[[^\]]*\]/g;

const listTrash = async (server: TestServer) =>
  (await server.request('/api/admin/trash', { as: server.people.admin })).read(endpoints.listTrash.output)
    .courses;

const restore = (server: TestServer, key?: string) =>
  server.request(`/api/admin/trash/${POPULAR}/restore`, {
    ...{ method: 'POST', as: server.people.admin },
    ...(key === undefined ? {} : { key }),
  });

/** The actions that the history has, the oldest first. */
async function listActions(server: TestServer): Promise<string[]> {
  const reply = await server.request('/api/admin/audit', { as: server.people.admin });
  const { revisions } = reply.read(endpoints.listAudit.output);
  return revisions.reverse().flatMap(({ entity, kind, after }) => {
    return entity === 'course' ? [`${kind} ${after.trash ?? ''}`.trim()] : [];
  });
}

/** What users get of the course. */
async function readCourse(server: TestServer): Promise<string[]> {
  const { admin, alice } = server.people;
  const read = async (path: string, as: TestServer['people']['admin']) =>
    (await server.request(`/api/${path}`, { as })).text.replace(CHANGING, '');
  return [
    await read(`admin/courses/${POPULAR}`, admin),
    await read('admin/stats', admin),
    await read('admin/codes', admin),
    await read(`courses/${POPULAR}/content`, alice),
    await read('progress', alice),
    await read('auth/me', alice),
  ];
}

describe('the trash', () => {
  it('lists a deleted course, with who deleted it and until when it can be restored', async () => {
    const server = await popularCourse();
    expect(await listTrash(server)).toEqual([]);
    const deletedAt = server.clock.now().toISOString();
    await deletePopular(server);
    expect(await listTrash(server)).toEqual([
      {
        ...{
          courseId: POPULAR,
          title: 'Reading the tides',
          deletedAt,
          deletedBy: 'admin Ashdown',
          learners: 250,
        },
        purgeAt: new Date(Date.parse(deletedAt) + TRASH_DAYS * DAY_MS).toISOString(),
      },
    ]);
  });

  it('has no deleted modules and lessons', async () => {
    const server = await popularCourse();
    await server.deps.deletedCourses.stop();
    await server.request('/api/admin/modules/tides-module-1', { method: 'DELETE', as: server.people.admin });
    expect(await listTrash(server)).toEqual([]);
  });

  it('keeps every row of a course for 30 days, and then loses it with its learners', async () => {
    const server = await popularCourse();
    const before = await countLeft(server);
    await deletePopular(server);
    server.clock.advance((TRASH_DAYS - 1) * DAY_MS);
    await removeExpiredRows(server.deps);
    expect(await countLeft(server)).toEqual({
      ...before,
      popular: { ...before.popular, deletedCourses: 1 },
    });
    server.clock.advance(DAY_MS);
    await removeExpiredRows(server.deps);
    expect(await countLeft(server)).toEqual({ popular: nothing(before.popular), others: before.others });
  });

  it('keeps the files of a course for as long as the course', async () => {
    const server = await popularCourse();
    const file = await addVideo(server);
    await deletePopular(server);
    server.clock.advance((TRASH_DAYS - 1) * DAY_MS);
    await removeExpiredRows(server.deps);
    expect(await listFiles(server)).toContain(file);
    server.clock.advance(2 * DAY_MS);
    await removeExpiredRows(server.deps);
    expect(await listFiles(server)).not.toContain(file);
  });

  it('notifies learners once: the removal of the rows is no news to them', async () => {
    const server = await popularCourse();
    await deletePopular(server);
    await server.deps.deletedCourses.drain();
    const as = server.people.alice;
    const { cursor } = await pullAll(server, as);
    await purgePopular(server);
    await server.deps.deletedCourses.drain();
    expect((await pullAll(server, as, { cursor })).changes).toEqual([]);
  });
});

describe('restoring', () => {
  it('returns the course, unpublished, with its learners, their progress and its codes', async () => {
    const server = await popularCourse();
    const before = await readCourse(server);
    const counts = await countLeft(server);
    await deletePopular(server);
    await server.deps.deletedCourses.drain();
    expect((await restore(server)).status).toBe(200);
    await server.deps.deletedCourses.drain();
    expect(await readCourse(server)).toEqual(before);
    expect(before[0]).toContain('"status":"unpublished"');
    expect(await countLeft(server)).toEqual(counts);
    expect(await listTrash(server)).toEqual([]);
    const publish = { method: 'PUT', as: server.people.admin, body: { status: 'published' } };
    await server.request(`/api/admin/courses/${POPULAR}`, publish);
    const body = { activationCode: 'TIDES-CODE-1' };
    const redeemed = await server.request(`/api/courses/${POPULAR}/activate`, {
      ...{ as: server.people.bob, body },
    });
    expect(redeemed.status).toBe(200);
  });

  it('reaches the devices of admins with every row of the course', async () => {
    const server = await popularCourse();
    const as = server.people.admin;
    await deletePopular(server);
    const { cursor } = await pullAll(server, as);
    await restore(server);
    expect(labels((await pullAll(server, as, { cursor })).changes).sort()).toEqual([
      'course tides',
      ...[1, 2, 3, 4].map((n) => `lesson tides-lesson-${n}`),
      'module tides-module-1',
      'module tides-module-2',
      ...[1, 2, 3, 4].map((n) => `resource tides-lesson-${n}-resource`),
    ]);
  });

  it('reaches every learner with their access and progress, in pieces, also after a restart', async () => {
    const server = await popularCourse();
    await deletePopular(server);
    await server.deps.deletedCourses.drain();
    const as = server.people.alice;
    const { cursor } = await pullAll(server, as);
    await server.deps.deletedCourses.stop();
    await restore(server);
    const ofAlice = async (on: TestServer) => labels((await pullAll(on, as, { cursor })).changes);
    expect(await ofAlice(server)).not.toContain('activation tides');
    const again = await restarted(server);
    await again.deps.deletedCourses.drain();
    expect(await ofAlice(again)).toEqual(
      expect.arrayContaining([
        'activation tides',
        'user alice',
        'progress tides-lesson-1',
        'progress tides-lesson-2',
      ]),
    );
    const restored = await again.deps.db
      .selectFrom('changes')
      .select('userId')
      .where('kind', '=', 'activation')
      .where('id', '=', POPULAR)
      .where('isDeleted', '=', 0)
      .execute();
    expect(restored).toHaveLength(250);
  });

  it('gives nothing to a learner whose access an admin had removed', async () => {
    const server = await popularCourse();
    const { admin, alice } = server.people;
    await server.request('/api/admin/codes/access/tides/alice', {
      ...{ method: 'PUT', as: admin, body: { revoked: true } },
    });
    await deletePopular(server);
    await restore(server);
    await server.deps.deletedCourses.drain();
    expect((await server.request('/api/auth/me', { as: alice })).text).not.toContain('tides');
    expect(labels((await pullAll(server, alice)).changes)).not.toContain('activation tides');
  });

  it('that is followed by another deletion notifies every learner of the last one', async () => {
    const server = await popularCourse();
    await betweenPieces(server);
    await inTransaction(server.deps.db, (trx) =>
      trx.updateTable('courses').set({ status: 'unpublished' }).where('id', '=', POPULAR).execute(),
    );
    await restore(server);
    await deletePopular(server);
    const again = await restarted(server);
    await again.deps.deletedCourses.drain();
    const lost = await again.deps.db
      .selectFrom('changes')
      .select('userId')
      .where('kind', '=', 'activation')
      .where('id', '=', POPULAR)
      .where('isDeleted', '=', 1)
      .execute();
    expect(lost).toHaveLength(250);
  });

  it('happens once, however often its command arrives', async () => {
    const server = await popularCourse();
    await deletePopular(server);
    expect([await restore(server, KEY), await restore(server, KEY)].map(({ status }) => status)).toEqual([
      200, 200,
    ]);
    expect(await listActions(server)).toEqual(['delete', 'update restored']);
  });

  it('changes nothing when another admin was faster, and is refused when the course is gone for good', async () => {
    const server = await popularCourse();
    await deletePopular(server);
    await restore(server);
    expect((await restore(server)).status).toBe(200);
    expect(await listActions(server)).toEqual(['delete', 'update restored']);
    await deletePopular(server);
    await purgePopular(server);
    await server.deps.deletedCourses.drain();
    expect((await restore(server)).refusal.code).toBe('course_not_in_trash');
  });
});

describe('deleting for good', () => {
  it('removes every row of the course and no other, and its files with the next sweep', async () => {
    const server = await popularCourse();
    const { popular, others } = await countLeft(server);
    const file = await addVideo(server);
    await deletePopular(server);
    expect((await purgePopular(server)).status).toBe(200);
    await server.deps.deletedCourses.drain();
    expect(await countLeft(server)).toEqual({ popular: nothing(popular), others });
    expect(await listActions(server)).toEqual(['delete', 'update purged']);
    server.clock.advance(DAY_MS);
    await removeExpiredRows(server.deps);
    expect(await listFiles(server)).not.toContain(file);
  });

  it('cannot be undone, from its commit on', async () => {
    const server = await popularCourse();
    await server.deps.deletedCourses.stop();
    await deletePopular(server);
    await purgePopular(server);
    expect(await listTrash(server)).toEqual([]);
    expect((await restore(server)).refusal.code).toBe('course_not_in_trash');
  });

  it('is refused for a course that was restored and deleted again since the admin saw it', async () => {
    const server = await popularCourse();
    await deletePopular(server);
    const [seen] = await listTrash(server);
    await restore(server);
    server.clock.advance(DAY_MS);
    await deletePopular(server);
    const refused = await server.request(`/api/admin/trash/${POPULAR}/purge`, {
      as: server.people.admin,
      body: { deletedAt: seen?.deletedAt },
    });
    expect(refused.refusal.code).toBe('course_not_in_trash');
    expect(await listTrash(server)).toHaveLength(1);
  });
});

/** Stores the row of a video that a lesson of the course shows. */
async function addVideo({ deps: { db } }: TestServer): Promise<string> {
  const id = 'f'.repeat(32);
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('files')
      .values({ id, name: 'a.mp4', contentType: 'video/mp4', digest: 'd', sizeBytes: 9 })
      .execute();
    await trx.updateTable('lessons').set({ videoFileId: id }).where('id', '=', 'tides-lesson-1').execute();
  });
  return id;
}

async function listFiles({ deps: { db } }: TestServer): Promise<string[]> {
  return (await db.selectFrom('files').select('id').execute()).map(({ id }) => id);
}
