import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { type EndpointName, endpoints } from '#schema/endpoints/endpoints.ts';
import { TRASH_DAYS } from '#schema/limits.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { folderForTest } from '../backup/backup-for-test.ts';
import { carrel } from '../operator/carrel-for-test.ts';
import { labels, pull, pullAll } from '../sync/sync-for-test.ts';
import { openDatabaseOf } from '../testing/database-file.ts';
import { onSqlite } from '../testing/postgres/on-sqlite.ts';
import { startServerProcess } from '../testing/processes/server-process.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { validInputs } from '../testing/valid-inputs.ts';
import { FORM_TYPE, formOf } from '../uploads/uploads-for-test.ts';
import {
  beforeRemoval,
  betweenPieces,
  countLeft,
  deletePopular,
  nothing,
  POPULAR,
  popularCourse,
  purgePopular,
  restarted,
} from './deleted-courses-for-test.ts';

const itOnSqlite = onSqlite(it);
/** A little longer than a course is in the trash. */
const TRASH_MS = (TRASH_DAYS * 24 + 1) * 60 * 60 * 1_000;

const ids: Readonly<Record<string, string>> = {
  courseId: POPULAR,
  moduleId: 'tides-module-1',
  lessonId: 'tides-lesson-1',
  resourceId: 'tides-lesson-1-resource',
};
const named: Readonly<Record<string, Endpoint>> = endpoints;
/** Without those of the trash, which are about deleted courses. */
const callsOnCourses = Object.keys(named).filter((name) =>
  /^(?!\/api\/admin\/trash).*:(courseId|moduleId|lessonId|resourceId)/.test(named[name]?.path ?? ''),
);

/** Makes a call on the course or a part of it, with a valid body. */
async function callOn(server: TestServer, name: string, as: 'admin' | 'alice') {
  const { path = '', method, body } = named[name] ?? {};
  const form = formOf({ field: 'video', fileName: 'a.mp4', bytes: new Uint8Array(9) });
  return server.request(
    path.replace(/:(\w+)/g, (_, id: string) => ids[id] ?? ''),
    {
      ...(method !== undefined && { method }),
      as: server.people[as],
      ...(body === 'multipart'
        ? { raw: form, headers: { 'Content-Type': FORM_TYPE } }
        : method !== 'GET' && method !== 'DELETE' && { body: validInputs[name as EndpointName] }),
    },
  );
}

const json = (text: string): Readonly<Record<string, unknown>> => Object(JSON.parse(text));

describe('a deleted course with many learners, until its last piece is removed', () => {
  it('still has rows, which the next tests are about', async () => {
    const server = await popularCourse();
    await betweenPieces(server);
    const { popular } = await countLeft(server);
    expect(popular).toMatchObject({
      activations: 250,
      activationCodes: 253,
      progress: 500,
      lessons: 4,
      courses: 1,
    });
  });

  it('exists for no call on it or a part of it', async () => {
    const server = await popularCourse();
    await betweenPieces(server);
    const found: Record<string, number> = {};
    for (const name of callsOnCourses) {
      const { status } = await callOn(server, name, 'admin');
      if (status !== 404) found[name] = status;
    }
    // The history of what was deleted can be read.
    expect(found).toEqual({ listLessonHistory: 200 });
  });

  it('gives its learners nothing, whether a piece has reached them or not', async () => {
    const server = await popularCourse();
    await betweenPieces(server);
    expect((await callOn(server, 'getCourseContent', 'alice')).refusal.code).toBe('course_not_found');
    expect((await callOn(server, 'getCourse', 'alice')).refusal.code).toBe('course_not_found');
    const as = server.people.alice;
    const me = await server.request('/api/auth/me', { as });
    expect(json(me.text)).toMatchObject({ user: { activatedCourses: ['shores'] } });
    const progress = await server.request('/api/progress', { as });
    expect(progress.text).toContain('shores-lesson-1');
    expect(progress.text).not.toContain('"tides');
    const entry = { lessonId: 'tides-lesson-1', positionSeconds: 4, updatedAt: '2026-11-21T08:00:00.000Z' };
    const saved = await server.request('/api/progress', { method: 'PUT', as, body: { entries: [entry] } });
    expect(json(saved.text)).toEqual({ entries: [] });
  });

  it('is in no list and no figure', async () => {
    const server = await popularCourse();
    await betweenPieces(server);
    const as = server.people.admin;
    const read = async (path: string) => (await server.request(`/api/${path}`, { as })).text;
    for (const path of [
      'courses',
      'admin/courses',
      'admin/courses?limit=10',
      'admin/users',
      'admin/users?limit=500',
    ]) {
      expect(await read(path), path).toContain('shores');
      expect(await read(path), path).not.toContain('"tides');
    }
    const between = await read('admin/stats');
    expect(json(between)).toMatchObject({ stats: { totalCourses: 1, totalActivations: 250 } });
    expect(between).not.toContain('"tides');
    const after = await popularCourse();
    await deletePopular(after);
    await purgePopular(after);
    await after.deps.deletedCourses.drain();
    const { text } = await after.request('/api/admin/stats', { as: after.people.admin });
    expect(json(between)).toEqual(json(text));
  });

  it('unlocks nothing by its codes, and says of them what it says of unknown ones', async () => {
    const server = await popularCourse();
    await betweenPieces(server);
    const body = { activationCode: 'TIDES-CODE-1' };
    const send = (path: string) => server.request(path, { as: server.people.bob, body });
    expect((await send('/api/courses/tides/activate')).refusal.code).toBe('course_not_found');
    expect((await send('/api/courses/shores/activate')).refusal.code).toBe('code_invalid');
    expect((await send('/api/activate')).refusal.code).toBe('code_invalid');
  });

  it('does not have its id or the ids of its parts given to others, then or later', async () => {
    const server = await popularCourse();
    await betweenPieces(server);
    const create = async (path: string, id: string) => {
      const fields = { title: 'Again', description: 'Another', instructor: 'Ines' };
      const body = path === 'courses' ? { id, ...fields } : { id, title: 'Again' };
      const sent = await server.request(`/api/admin/${path}`, { as: server.people.admin, body });
      return sent.refusal.code;
    };
    const createAll = async () => [
      await create('courses', POPULAR),
      await create('courses/shores/modules', 'tides-module-1'),
      await create('modules/shores-module-1/lessons', 'tides-lesson-1'),
    ];
    expect(await createAll()).toEqual(['id_taken', 'id_taken', 'id_taken']);
    await purgePopular(server);
    const again = await restarted(server);
    await again.deps.deletedCourses.drain();
    expect(await createAll()).toEqual(['id_taken', 'id_taken', 'id_taken']);
  });

  itOnSqlite('is whole for the operator: check finds nothing wrong', async () => {
    const server = await popularCourse();
    await betweenPieces(server);
    const run = await carrel(server.deps.config.dataFolder, ['check']);
    expect(run.out).not.toContain('error');
    expect(run.code).toBe(0);
  });

  itOnSqlite('is removed from a backup that was made meanwhile, once a server starts with it', async () => {
    const server = await popularCourse();
    const { others } = await countLeft(server);
    await beforeRemoval(server);
    const backups = folderForTest();
    expect(await carrel(server.deps.config.dataFolder, ['backup', backups])).toMatchObject({ code: 0 });
    const backup = join(backups, readdirSync(backups)[0] ?? '');
    const dataFolder = folderForTest();
    copyFileSync(join(backup, 'carrel.sqlite'), join(dataFolder, 'carrel.sqlite'));
    const restored = await serverForTest({ dataFolder, keepData: true });
    await restored.deps.deletedCourses.drain();
    const { popular, others: rest } = await countLeft(restored);
    expect({ popular, others: rest }).toEqual({ popular: nothing(popular), others });
  });
});

describe('the pull', () => {
  it('tells a learner at the latest with their piece that the course and the access are gone', async () => {
    const server = await popularCourse();
    const as = server.people.alice;
    const before = await pullAll(server, as);
    await betweenPieces(server);
    expect((await pull(server, as, { cursor: before.cursor })).changes).toEqual([]);
    const again = await restarted(server);
    await again.deps.deletedCourses.drain();
    const { changes } = await pull(again, as, { cursor: before.cursor });
    expect(labels(changes)).toEqual(['-activation tides', 'user alice']);
    expect(changes).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ activatedCourses: ['shores'] }) }),
    );
  });

  it('sends nothing of it to a new device of a learner', async () => {
    const server = await popularCourse();
    await betweenPieces(server);
    const { changes } = await pullAll(server, server.people.alice);
    const ofCourse = changes.filter(({ id }) => id.startsWith(POPULAR));
    expect(ofCourse.every(({ deleted }) => deleted)).toBe(true);
    expect(changes).toContainEqual(
      expect.objectContaining({ kind: 'progress', id: 'shores-lesson-1', deleted: false }),
    );
  });

  it('tells an admin at once of the course and each of its parts', async () => {
    const server = await popularCourse();
    const as = server.people.admin;
    const { cursor } = await pullAll(server, as);
    await betweenPieces(server);
    expect(labels((await pullAll(server, as, { cursor })).changes).sort()).toEqual([
      '-course tides',
      ...[1, 2, 3, 4].map((n) => `-lesson tides-lesson-${n}`),
      '-module tides-module-1',
      '-module tides-module-2',
      ...[1, 2, 3, 4].map((n) => `-resource tides-lesson-${n}-resource`),
    ]);
  });
});

describe('what is left of a deleted course', () => {
  it('is removed after the reply, piece by piece, and nothing else is', async () => {
    const server = await popularCourse();
    const { others, popular } = await countLeft(server);
    expect((await deletePopular(server)).status).toBe(200);
    expect((await purgePopular(server)).status).toBe(200);
    await server.deps.deletedCourses.drain();
    expect(await countLeft(server)).toEqual({ popular: nothing(popular), others });
  });

  it('is removed while other requests are served', async () => {
    const server = await popularCourse();
    let isDone = false;
    await deletePopular(server);
    await purgePopular(server);
    const removing = server.deps.deletedCourses.drain().then(() => {
      isDone = true;
    });
    for (let served = 0; served < 5; served += 1) {
      await server.request('/api/courses');
      expect(isDone, `after ${served} other requests`).toBe(false);
    }
    await removing;
  });

  it('of one that is deleted meanwhile is removed too', async () => {
    const server = await popularCourse();
    await server.request('/api/admin/courses/shores', {
      method: 'PUT',
      as: server.people.admin,
      body: { status: 'unpublished' },
    });
    await deletePopular(server);
    await server.request('/api/admin/courses/shores', { method: 'DELETE', as: server.people.admin });
    server.clock.advance(TRASH_MS);
    await server.deps.deletedCourses.drain();
    const { popular, others } = await countLeft(server);
    expect([popular, others]).toEqual([nothing(popular), nothing(others)]);
  });

  it('is removed by the next start of a server that was killed, and nothing of others is lost', {
    timeout: 240_000,
  }, async () => {
    const server = await popularCourse({ keepData: true });
    const { others } = await countLeft(server);
    await beforeRemoval(server);
    const { dataFolder } = server.deps.config;
    await server.close();
    await startServerProcess({ dataFolder });
    const db = openDatabaseOf(dataFolder);
    await waitFor(async () =>
      expect(await db.selectFrom('deletedCourses').select('courseId').execute()).toEqual([]),
    );
    const after = await restarted(server);
    const { popular, others: rest } = await countLeft(after);
    expect({ popular, others: rest }).toEqual({ popular: nothing(popular), others });
  });

  itOnSqlite('is tried again when a piece could not be written', async () => {
    const server = await popularCourse();
    await beforeRemoval(server);
    const again = await restarted(server);
    const file = new Sqlite(join(server.deps.config.dataFolder, 'carrel.sqlite'));
    file.exec("create trigger refuse before delete on progress begin select raise(abort, 'no'); end");
    await again.deps.deletedCourses.drain();
    expect(again.log.join('')).toContain('a deleted course could not be removed');
    file.exec('drop trigger refuse');
    file.close();
    await again.deps.deletedCourses.drain();
    const { popular } = await countLeft(again);
    expect(popular).toEqual(nothing(popular));
  });
});
