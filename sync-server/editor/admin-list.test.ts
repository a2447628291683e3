import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fillLibrary } from '#bench/size/fill-library.ts';
import { CODES_COURSE, type LibrarySize, SMALL } from '#bench/size/library-size.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { ADMIN_COURSES_PAGE, ADMIN_PAGE_MAX_CHARACTERS } from '#schema/limits.ts';
import { onSqlite } from '../testing/postgres/on-sqlite.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const itOnSqlite = onSqlite(it);

const size: LibrarySize = { ...SMALL, courses: 60, lessonsPerCourse: 20, heavyLessonCharacters: 300_000 };

async function openLibrary(): Promise<TestServer> {
  const server = await serverForTest();
  fillLibrary(`${server.deps.config.dataFolder}/carrel.sqlite`, { ...size, codes: 4_500 });
  return server;
}

const read = (server: TestServer, query = '', headers = {}) =>
  server.request(`/api/admin/courses${query}`, { as: server.people.admin, headers });

async function readPages(server: TestServer, limit = ADMIN_COURSES_PAGE) {
  const pages = [];
  let after: string | null = '';
  while (after !== null) {
    const response = await read(server, `?limit=${limit}&after=${encodeURIComponent(after)}`);
    const page: { courses: { id: string }[]; next?: string | null | undefined } = response.read(
      endpoints.listAdminCourses.output,
    );
    pages.push({ ids: page.courses.map(({ id }) => id), characters: response.text.length });
    after = page.next ?? null;
  }
  return pages;
}

describe('the admins’ list of courses', () => {
  itOnSqlite('has in pages the courses of the whole list, in its order', async () => {
    const server = await openLibrary();
    const whole = (await read(server)).read(endpoints.listAdminCourses.output).courses;
    const pages = await readPages(server, 7);
    expect(pages.flatMap(({ ids }) => ids)).toEqual(whole.map(({ id }) => id));
    expect(whole).toHaveLength(61);
  });

  itOnSqlite('ends a page early when its courses are large', async () => {
    const server = await openLibrary();
    const pages = await readPages(server);
    expect(pages.length).toBeGreaterThan(2);
    const largest = 20 * size.heavyLessonCharacters;
    for (const { characters } of pages)
      expect(characters).toBeLessThan(ADMIN_PAGE_MAX_CHARACTERS + 1.1 * largest);
  });

  itOnSqlite('has the first codes only in a page, and all of them in the whole list', async () => {
    const server = await openLibrary();
    const codesOf = async (query: string) => {
      const { courses } = (await read(server, query)).read(endpoints.listAdminCourses.output);
      return courses.find(({ id }) => id === CODES_COURSE);
    };
    const [whole, paged] = [await codesOf(''), await codesOf('?limit=5&after=a00001+course-00001')];
    expect(whole?.activationCodes).toHaveLength(4_500);
    expect(paged?.activationCodes).toEqual(whole?.activationCodes.slice(0, 20));
    expect(paged?.codeStats).toEqual({ total: 4_500, unused: 4_500, used: 0 });
  });

  itOnSqlite('comes whole in pieces, compressed for clients that accept it', async () => {
    const server = await openLibrary();
    const plain = await server.app.request('/api/admin/courses', {
      headers: { Authorization: `Bearer ${server.people.admin.token}` },
    });
    let pieces = 0;
    let text = '';
    for await (const bytes of plain.body ?? []) {
      pieces += 1;
      text += new TextDecoder().decode(bytes);
    }
    expect(pieces).toBeGreaterThan(61);
    const gzip = await read(server, '', { 'Accept-Encoding': 'gzip' });
    expect(gzip.header('Content-Encoding')).toBe('gzip');
    expect(gunzipSync(gzip.bytes).toString()).toBe(text);
  });

  itOnSqlite('is not sent again while nothing has changed, and reads no course to know', async () => {
    const server = await openLibrary();
    const tag = (await read(server, '?limit=1')).header('ETag') ?? '';
    const again = () => read(server, '?limit=1', { 'If-None-Match': tag });
    expect((await again()).status).toBe(304);
    const unlock = { as: server.people.alice, body: { activationCode: 'TIDES-CODE-1' } };
    await server.request('/api/courses/tides/activate', unlock);
    expect((await again()).status).toBe(200);
  });

  it.each(['?limit=0', '?limit=51', '?limit=-1', '?limit=1&after=%20'])(
    'is refused for %s',
    async (query) => {
      const response = await read(await serverForTest(), query);
      expect([response.status, response.refusal.code]).toEqual([400, 'invalid_input']);
    },
  );
});
