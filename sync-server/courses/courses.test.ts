import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { flattenLessons } from '#schema/courses/course.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { touchCourse } from '../db/changes/counters-queries.ts';
import { inTransaction } from '../db/transaction.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import type { Person } from '../testing/people.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const SECRET_TEXT = 'Only who paid reads this.';
const courses = [
  fixtureCourse({ lessonHtml: `<p>${SECRET_TEXT}</p>` }),
  fixtureCourse({ id: 'hidden', status: 'unpublished' }),
  fixtureCourse({ id: 'winds', title: 'Winds' }),
];

const unlock = (server: TestServer, as: Person) =>
  server.request('/api/courses/tides/activate', { as, body: { activationCode: 'TIDES-CODE-1' } });

async function setStatus(server: TestServer, id: string, status: 'published' | 'unpublished') {
  await inTransaction(server.deps.db, async (trx) => {
    await trx.updateTable('courses').set({ status }).where('id', '=', id).execute();
    await touchCourse(trx, id);
  });
}

describe('the catalogue', () => {
  it('lists published courses in their order, with the outlines of their lessons', async () => {
    const server = await serverForTest({ courses });
    const response = await server.request('/api/courses');
    const { courses: list } = response.read(endpoints.listCourses.output);
    expect(list.map((course) => course.id)).toEqual(['tides', 'winds']);
    expect(list[0]?.modules.map((module) => module.lessons.length)).toEqual([2, 2]);
    expect(flattenLessons(list[0] ?? { modules: [] }).map((lesson) => lesson.id)).toEqual(
      [1, 2, 3, 4].map((n) => `tides-lesson-${n}`),
    );
  });

  it('includes no content, videos, resources or codes for the public', async () => {
    const server = await serverForTest({ courses });
    for (const path of ['/api/courses', '/api/courses/tides']) {
      for (const as of [undefined, server.people.bob]) {
        const { text } = await server.request(path, as && { as });
        expect(text).not.toMatch(/Only who paid|tides\.example\.org|CODE-|videoUrl|"content"|resources/);
      }
    }
  });

  it('is empty, not an error, without courses', async () => {
    const server = await serverForTest({ courses: [] });
    expect((await server.request('/api/courses')).text).toBe('{"courses":[]}');
  });

  it('returns 304 to a client that has it already, and a new body after every change', async () => {
    const server = await serverForTest({ courses });
    const first = await server.request('/api/courses');
    const etag = first.header('ETag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(first.header('Cache-Control')).toBe('private, no-cache');
    const headers = { 'If-None-Match': `"other", W/${etag}` };
    const same = await server.request('/api/courses', { headers });
    expect([same.status, same.text, same.header('ETag')]).toEqual([304, '', etag]);
    await unlock(server, server.people.alice);
    const changed = await server.request('/api/courses', { headers });
    expect(changed.status).toBe(200);
    expect(changed.header('ETag')).not.toBe(etag);
    const [tides] = changed.read(endpoints.listCourses.output).courses;
    expect(tides?.enrollmentCount).toBe(1);
  });

  it('is compressed for clients that accept it, under a separate entity tag', async () => {
    const server = await serverForTest({ courses });
    const plain = await server.request('/api/courses');
    const br = await server.request('/api/courses', { headers: { 'Accept-Encoding': 'gzip, br' } });
    const gzip = await server.request('/api/courses', {
      headers: { 'Accept-Encoding': 'br;q=0, gzip;q=0.5' },
    });
    expect(br.header('Content-Encoding')).toBe('br');
    expect(gzip.header('Content-Encoding')).toBe('gzip');
    expect(brotliDecompressSync(br.bytes).toString()).toBe(plain.text);
    expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text);
    expect(new Set([plain, br, gzip].map((response) => response.header('ETag'))).size).toBe(3);
    expect(plain.header('Vary')).toBe('Authorization, Accept-Encoding');
  });
});

describe('one course', () => {
  it('is not found when it does not exist, or its id is invalid', async () => {
    const server = await serverForTest({ courses });
    for (const id of ['nowhere', '%00', "'%20or%201=1", 'x'.repeat(500), '__proto__', '%E0%A4%A']) {
      const response = await server.request(`/api/courses/${id}`);
      expect(response.status).toBe(404);
      expect(response.refusal.error).toBe(messages.courseNotFound);
    }
  });

  it('is 404 for strangers while it is unpublished, but available to its learners and admins', async () => {
    const server = await serverForTest({ courses });
    const { alice, bob, admin } = server.people;
    await unlock(server, alice);
    expect((await server.request('/api/courses/tides')).status).toBe(200);
    await setStatus(server, 'tides', 'unpublished');
    for (const path of ['/api/courses/tides', '/api/courses/tides/content']) {
      expect((await server.request(path, { as: bob })).status).toBe(404);
      expect((await server.request(path, { as: alice })).status).toBe(200);
      expect((await server.request(path, { as: admin })).status).toBe(200);
    }
    expect((await server.request('/api/courses/tides')).status).toBe(404);
    expect((await server.request('/api/courses')).text).not.toContain('tides-lesson');
  });
});

describe('the content of a course', () => {
  it('is returned whole to its learners', async () => {
    const server = await serverForTest({ courses });
    await unlock(server, server.people.alice);
    const response = await server.request('/api/courses/tides/content', { as: server.people.alice });
    const { course } = response.read(endpoints.getCourseContent.output);
    const [lesson] = flattenLessons(course);
    expect(lesson?.content).toContain(SECRET_TEXT);
    expect(lesson?.resources).toEqual([
      {
        contentType: null,
        id: 'tides-lesson-1-resource',
        type: 'link',
        title: 'The tables',
        url: 'https://tides.example.org/1',
        sizeBytes: null,
        position: 'a0',
        version: 1,
      },
    ]);
  });

  it('is refused to visitors (401) and to users who did not activate it (403), and shown to admins', async () => {
    const server = await serverForTest({ courses });
    const path = '/api/courses/tides/content';
    const visitor = await server.request(path);
    expect([visitor.status, visitor.header('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    const learner = await server.request(path, { as: server.people.bob });
    expect(learner.status).toBe(403);
    expect(learner.refusal).toMatchObject({ error: serverMessages.courseLocked, code: 'course_locked' });
    expect((await server.request(path, { as: server.people.admin })).status).toBe(200);
  });

  it('requires a session before it reveals whether a course exists', async () => {
    const server = await serverForTest({ courses });
    expect((await server.request('/api/courses/nowhere/content')).status).toBe(401);
    expect((await server.request('/api/courses/nowhere/content', { as: server.people.bob })).status).toBe(
      404,
    );
  });

  it('is no-store, like unpublished outlines; the catalogue may be stored', async () => {
    const server = await serverForTest({ courses });
    const { admin } = server.people;
    const cacheControl = async (path: string) =>
      (await server.request(path, { as: admin })).header('Cache-Control');
    expect(await cacheControl('/api/courses/tides/content')).toBe('no-store');
    expect(await cacheControl('/api/courses/hidden')).toBe('no-store');
    expect(await cacheControl('/api/courses')).toBe('private, no-cache');
    expect(await cacheControl('/api/courses/tides')).toBe('private, no-cache');
  });

  it('is never served from the cache to a user who may no longer see it', async () => {
    const server = await serverForTest({ courses });
    const { alice, bob } = server.people;
    await unlock(server, alice);
    const { headers } = await server.request('/api/courses/tides/content', { as: alice });
    const known = { 'If-None-Match': headers.get('ETag') ?? '' };
    expect((await server.request('/api/courses/tides/content', { as: alice, headers: known })).status).toBe(
      304,
    );
    expect((await server.request('/api/courses/tides/content', { as: bob, headers: known })).status).toBe(
      403,
    );
    expect((await server.request('/api/courses/tides/content', { headers: known })).status).toBe(401);
  });
});
