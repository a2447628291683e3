import { describe, expect, it } from 'vitest';
import { waitFor } from '#schema/testing/wait-for.ts';
import { labels, pullAll } from '../sync/sync-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { countLeft, popularCourse, restarted } from './deleted-courses-for-test.ts';

const PARTS = ['lessons/tides-lesson-1', 'modules/tides-module-1'] as const;
type Part = (typeof PARTS)[number];

/** Deletes a part of the course as an admin does. */
const deletePart = (server: TestServer, part: Part) =>
  server.request(`/api/admin/${part}`, { method: 'DELETE', as: server.people.admin });

/** The moment after the commit, before a second piece. */
async function betweenPieces(part: Part): Promise<TestServer> {
  const server = await popularCourse();
  await server.deps.deletedCourses.stop();
  expect((await deletePart(server, part)).status).toBe(200);
  return server;
}

/** The course as a user receives it, without the parts that change with each request. */
async function readCourse(server: TestServer): Promise<unknown[]> {
  const { admin, alice } = server.people;
  const read = async (path: string, as: TestServer['people']['admin']) =>
    (await server.request(`/api/${path}`, { as })).text;
  return [
    await read('admin/courses/tides', admin),
    await read('admin/courses', admin),
    await read('admin/stats', admin),
    await read('courses/tides/content', alice),
    await read('progress', alice),
    await read('auth/me', alice),
  ];
}

describe.each(PARTS)('the deletion of %s with many learners', (part) => {
  it('leaves rows that no read sees: all is as after the last piece', async () => {
    const server = await betweenPieces(part);
    const { popular } = await countLeft(server);
    expect(popular.progress).toBeGreaterThan(popular.lessons ?? 0);
    expect(await countDeleted(server)).toBe(1);
    const between = await readCourse(server);
    const progress = await server.request('/api/progress', { as: server.people.alice });
    expect(progress.text).not.toContain('tides-lesson-1');
    const again = await restarted(server);
    await again.deps.deletedCourses.drain();
    expect(await countDeleted(again)).toBe(0);
    expect(await readCourse(again)).toEqual(between);
  });

  it('removes its own rows and those of its progress, and no others', async () => {
    const server = await popularCourse();
    const before = await countLeft(server);
    const learners = await countLearnersOf(server, 'tides-lesson-2');
    await deletePart(server, part);
    await waitFor(async () => expect(await countDeleted(server)).toBe(0));
    const after = await countLeft(server);
    expect(after.others).toEqual(before.others);
    expect(after.popular).toMatchObject({ courses: 1, activations: 250 });
    const isModule = part.startsWith('modules/');
    expect(await countLearnersOf(server, 'tides-lesson-1')).toBe(0);
    expect(await countLearnersOf(server, 'tides-lesson-2')).toBe(isModule ? 0 : learners);
    expect(after.popular.modules).toBe((before.popular.modules ?? 0) - (isModule ? 1 : 0));
  });

  it('reaches devices at once, with the course that they know', async () => {
    const server = await popularCourse();
    const { admin, alice } = server.people;
    const cursors = [await pullAll(server, admin), await pullAll(server, alice)].map(({ cursor }) => ({
      cursor,
    }));
    await server.deps.deletedCourses.stop();
    await deletePart(server, part);
    for (const [at, as] of [admin, alice].entries()) {
      const received = labels((await pullAll(server, as, cursors[at])).changes);
      expect(received).toContain('-lesson tides-lesson-1');
      // The course of its own, in which it waits, is nobody's.
      expect(received.filter((label) => label.startsWith('-course') || !label.includes('tides'))).toEqual([]);
    }
  });

  it('refuses its id to others, then and later', async () => {
    const server = await betweenPieces(part);
    const [kind = '', id = ''] = part.split('/');
    const path = kind === 'modules' ? 'courses/shores/modules' : 'modules/shores-module-1/lessons';
    const create = async (on: TestServer) => {
      const sent = await on.request(`/api/admin/${path}`, {
        as: on.people.admin,
        body: { id, title: 'Again' },
      });
      return sent.refusal.code;
    };
    expect(await create(server)).toBe('id_taken');
    const again = await restarted(server);
    await again.deps.deletedCourses.drain();
    expect(await create(again)).toBe('id_taken');
  });
});

async function countDeleted({ deps }: TestServer): Promise<number> {
  return (await deps.db.selectFrom('deletedCourses').select('courseId').execute()).length;
}

async function countLearnersOf({ deps }: TestServer, lessonId: string): Promise<number> {
  const rows = await deps.db
    .selectFrom('progress')
    .select('userId')
    .where('lessonId', '=', lessonId)
    .execute();
  return rows.length;
}
