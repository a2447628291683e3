import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fillLibrary } from '#bench/size/fill-library.ts';
import { type LibrarySize, SMALL } from '#bench/size/library-size.ts';
import { Course } from '#schema/courses/course.ts';
import { CATALOGUE_PAGE_MAX_BYTES } from '#schema/limits.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import { onSqlite } from '../testing/postgres/on-sqlite.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { watchQueries } from '../testing/watched-queries.ts';

const describeOnSqlite = onSqlite(describe);
const itOnSqlite = onSqlite(it);

/** The app fetches the whole list and does not know pages: its first load has no byte for them. */
const output = v.object({ courses: v.array(Course), next: v.optional(v.nullable(v.string())) });
const size: LibrarySize = {
  ...SMALL,
  ...{ courses: 90, lessonCharacters: 10, heavyLessonCharacters: 10 },
};

async function openLibrary(of = size): Promise<TestServer> {
  const server = await serverForTest();
  fillLibrary(`${server.deps.config.dataFolder}/carrel.sqlite`, of);
  return server;
}

async function readPages(server: TestServer, limit: number): Promise<Course[][]> {
  const pages: Course[][] = [];
  for (let after: string | null = ''; after !== null; ) {
    const path: string = `/api/courses?limit=${limit}&after=${encodeURIComponent(after)}`;
    const { courses, next = null } = (await server.request(path)).read(output);
    pages.push(courses);
    after = next;
  }
  return pages;
}

const readAll = async (server: TestServer) => (await server.request('/api/courses')).read(output);
const edit = (server: TestServer, id: string, body: object) =>
  server.request(`/api/admin/courses/${id}`, { method: 'PUT', as: server.people.admin, body });

describe('the catalogue in pages', () => {
  itOnSqlite('has every published course once, in the order of the whole list', async () => {
    const server = await openLibrary();
    const pages = await readPages(server, 7);
    expect(new Set(pages.slice(0, -1).map(({ length }) => length))).toEqual(new Set([7]));
    const { courses, next } = await readAll(server);
    expect(pages.flat()).toEqual(courses);
    expect(courses).toHaveLength(90);
    expect(next).toBeUndefined();
  });

  it('leaves out a course that is unpublished between two pages', async () => {
    const courses = ['a', 'b', 'c', 'd'].map((id) => fixtureCourse({ id, title: id }));
    const server = await serverForTest({ courses });
    const first = (await server.request('/api/courses?limit=2')).read(output);
    await edit(server, 'c', { status: 'unpublished' });
    const path = `/api/courses?limit=2&after=${encodeURIComponent(first.next ?? '')}`;
    const second = (await server.request(path)).read(output);
    expect([first, second].map((page) => page.courses.map(({ id }) => id))).toEqual([['a', 'b'], ['d']]);
    expect(second.next).toBeNull();
  });

  itOnSqlite('a page keeps its tag when a course of another page changes', async () => {
    const server = await openLibrary();
    const first = await server.request('/api/courses?limit=10');
    const after = encodeURIComponent(first.read(output).next ?? '');
    const second = await server.request(`/api/courses?limit=10&after=${after}`);
    await edit(server, 'course-00015', { title: 'Edited' });
    const tagOf = async (path: string) => (await server.request(path)).header('ETag');
    expect(await tagOf('/api/courses?limit=10')).toBe(first.header('ETag'));
    expect(await tagOf(`/api/courses?limit=10&after=${after}`)).not.toBe(second.header('ETag'));
  });

  itOnSqlite('a page ends before a megabyte', async () => {
    const server = await openLibrary({ ...size, courses: 20, lessonsPerCourse: 800 });
    const pages = await readPages(server, 50);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) {
      expect(JSON.stringify(page).length).toBeLessThan(CATALOGUE_PAGE_MAX_BYTES);
    }
    expect(pages.flat()).toEqual((await readAll(server)).courses);
  });

  it.each(['limit=0', 'limit=51', 'limit=x', 'limit=5&after=x'])('refuses %s', async (query) => {
    const server = await serverForTest();
    expect((await server.request(`/api/courses?${query}`)).status).toBe(400);
  });
});

describeOnSqlite('after an edit of one course', () => {
  it('the whole list reads the lessons of that course only', async () => {
    const server = await openLibrary();
    await readAll(server);
    await edit(server, 'course-00015', { title: 'Edited' });
    let titles: string[] = [];
    const queries = await watchQueries(server, async () => {
      titles = (await readAll(server)).courses.map(({ title }) => title);
    });
    expect(titles.filter((title) => title === 'Edited')).toHaveLength(1);
    expect(queries.filter(({ sql }) => sql.includes('from (select * from "lessons"'))).toHaveLength(1);
    expect(queries.length).toBeLessThan(8);
  });

  it('a page reads its courses from an index, in its order', async () => {
    const server = await openLibrary();
    const queries = await watchQueries(server, () => server.request('/api/courses?limit=5'));
    const [plan = ''] = queries.map(({ plan }) => plan).filter((text) => text.includes('activationCounts'));
    expect(plan).toMatch(/^SEARCH courses USING COVERING INDEX coursesByStatus \(status=\?/);
    expect(plan).not.toMatch(/TEMP B-TREE|MATERIALIZE/);
  });

  it('a large list is compressed from its pieces, and has the same bytes', async () => {
    const server = await openLibrary();
    const plain = await server.request('/api/courses');
    const raw = await server.app.request('/api/courses', { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect(raw.headers.get('Content-Encoding')).toBe('gzip');
    expect(gunzipSync(await raw.arrayBuffer()).toString()).toBe(plain.text);
  });
});
