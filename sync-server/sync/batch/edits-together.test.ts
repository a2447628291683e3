import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';
import { addLesson, type Called, renameLesson, sendBatch } from '../sync-for-test.ts';

// A transaction that takes long ends before its last edits.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const COURSE = '/api/admin/courses/tides';
const deleteLesson = (id: string): Called => ({ method: 'DELETE', path: `/api/admin/lessons/${id}` });
const ifMatch = (call: Called, version: number): Called => ({
  ...call,
  headers: { 'If-Match': `"${version}"` },
});

const statusesOf = ({ responses }: Awaited<ReturnType<typeof sendBatch>>) =>
  responses.map(({ status }) => status);

const changesOf = (server: TestServer) =>
  server.deps.db
    .selectFrom('changes')
    .select(['kind', 'id', 'isDeleted', 'sequence'])
    .orderBy('sequence')
    .execute();

async function stateOf({ deps: { db } }: TestServer) {
  const course = await db.selectFrom('courses').select(['revision', 'updatedAt']).executeTakeFirstOrThrow();
  const lessons = await db.selectFrom('lessons').select(['id', 'title', 'version']).execute();
  return { ...course, lessons: new Map(lessons.map((lesson) => [lesson.id, lesson])) };
}

describe('edits of one course in one batch', () => {
  it('are one change of the course and of each lesson, in the order of the changes', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const before = (await changesOf(server)).at(-1)?.sequence ?? 0;
    const { revision } = await stateOf(server);
    server.clock.advance(60_000);
    const calls = ['One', 'Two', 'Three'].flatMap((title) =>
      ['tides-lesson-1', 'tides-lesson-2'].map((id) => renameLesson(id, title)),
    );
    expect(statusesOf(await sendBatch(server, calls, { as: admin }))).toEqual(calls.map(() => 200));
    expect((await changesOf(server)).filter(({ sequence }) => sequence > before)).toEqual([
      { kind: 'course', id: 'tides', isDeleted: 0, sequence: before + 1 },
      { kind: 'lesson', id: 'tides-lesson-1', isDeleted: 0, sequence: before + 2 },
      { kind: 'lesson', id: 'tides-lesson-2', isDeleted: 0, sequence: before + 3 },
    ]);
    const after = await stateOf(server);
    expect(after.revision).toBe(revision + 1);
    expect(after.updatedAt).toBe(server.clock.now().toISOString());
    expect(after.lessons.get('tides-lesson-2')).toMatchObject({ title: 'Three', version: 4 });
  });

  it('are based on each other', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const calls = [
      ifMatch(renameLesson('tides-lesson-1', 'One'), 1),
      ifMatch(renameLesson('tides-lesson-2', 'Two'), 1),
      ifMatch(renameLesson('tides-lesson-1', 'One again'), 2),
      {
        path: '/api/admin/lessons/tides-lesson-2/resources',
        body: { id: 'map', title: 'Map', type: 'link', url: 'https://maps.example/' },
      },
      renameLesson('tides-lesson-2', 'Two again'),
      { method: 'PUT', path: COURSE, body: { title: 'The tides' } } as const,
      deleteLesson('tides-lesson-3'),
      renameLesson('tides-lesson-3', 'Three'),
    ];
    const reply = await sendBatch(server, calls, { as: admin });
    expect(statusesOf(reply)).toEqual([200, 200, 200, 200, 200, 200, 200, 404]);
    expect(reply.responses[2]?.body).toMatchObject({ lesson: { title: 'One again', version: 3 } });
    expect(reply.responses[4]?.body).toMatchObject({
      lesson: { version: 3, resources: [{}, { id: 'map' }] },
    });
    expect((await stateOf(server)).lessons.has('tides-lesson-3')).toBe(false);
    const tombstones = (await changesOf(server)).filter(({ isDeleted }) => isDeleted === 1);
    expect(tombstones.map(({ id }) => id)).toEqual(['tides-lesson-3', 'tides-lesson-3-resource']);
  });

  it('see what the edits before one that was invalid have left', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const calls = [
      renameLesson('tides-lesson-1', 'One'),
      { ...renameLesson('tides-lesson-2', ''), body: { title: 5 } },
      {
        path: '/api/admin/lessons/tides-lesson-2/resources',
        body: { id: 'map', title: 'Map', type: 'link', url: 'https://maps.example/' },
      },
      {
        method: 'PUT',
        path: '/api/admin/lessons/tides-lesson-2/video-url',
        body: { videoUrl: 'https://www.youtube.com/watch?v=abcdefghijk' },
      } as const,
    ];
    const reply = await sendBatch(server, calls, { as: admin });
    expect(statusesOf(reply)).toEqual([200, 400, 200, 200]);
    expect(reply.responses[3]?.body).toMatchObject({
      lesson: { version: 2, resources: [{}, { id: 'map' }] },
    });
  });

  it('leave no trace of one that was refused', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const calls = [
      renameLesson('tides-lesson-1', 'One'),
      ifMatch(renameLesson('tides-lesson-2', 'Two'), 9),
      addLesson('ebb'),
      addLesson('ebb'),
      renameLesson('tides-lesson-3', 'Three'),
    ];
    const before = (await changesOf(server)).at(-1)?.sequence ?? 0;
    expect(statusesOf(await sendBatch(server, calls, { as: admin }))).toEqual([200, 412, 200, 409, 200]);
    const changed = (await changesOf(server)).filter(({ sequence }) => sequence > before);
    expect(changed.map(({ id }) => id).sort()).toEqual(['ebb', 'tides', 'tides-lesson-1', 'tides-lesson-3']);
  });

  it('with the same key are executed once', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const key = randomUUID();
    const once = { ...renameLesson('tides-lesson-1', 'One'), key };
    const other = { ...renameLesson('tides-lesson-1', 'Two'), key };
    const { responses } = await sendBatch(server, [once, once, other], { as: admin });
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 422]);
    expect(responses[1]?.headers['idempotency-replayed']).toBe('true');
    expect((await stateOf(server)).lessons.get('tides-lesson-1')).toMatchObject({ title: 'One', version: 2 });
  });
});

it('a course that is edited and deleted in one batch is gone for devices', async () => {
  const server = await serverForTest();
  const { admin } = server.people;
  const calls = [
    { method: 'PUT', path: COURSE, body: { status: 'unpublished' } } as const,
    renameLesson('tides-lesson-1', 'One'),
    { method: 'DELETE', path: COURSE } as const,
  ];
  expect(statusesOf(await sendBatch(server, calls, { as: admin }))).toEqual([200, 200, 200]);
  const ofCourse = (await changesOf(server)).filter(({ id }) => ['tides', 'tides-lesson-1'].includes(id));
  expect(ofCourse.map(({ isDeleted }) => isDeleted)).toEqual([1, 1]);
});
