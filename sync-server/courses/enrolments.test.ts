import { describe, expect, it, vi } from 'vitest';
import { fillLibrary } from '#bench/size/fill-library.ts';
import { type LibrarySize, SMALL } from '#bench/size/library-size.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { onSqlite } from '../testing/postgres/on-sqlite.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const describeOnSqlite = onSqlite(describe);

const unlock = (server: TestServer, who: 'alice' | 'bob', code: string) =>
  server.request('/api/courses/tides/activate', { as: server.people[who], body: { activationCode: code } });

/** The queries that `work` runs. */
async function queriesOf(server: TestServer, work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(server.deps.db.getExecutor(), 'executeQuery');
  await work();
  const texts = query.mock.calls.map(([{ sql }]) => sql);
  query.mockRestore();
  return texts;
}

const readsLessons = (sql: string) => /from "(lessons|lessonContents|resources)"/.test(sql);

describe('an enrolment', () => {
  it('leaves the cached content of the course as it is', async () => {
    const server = await serverForTest();
    await unlock(server, 'alice', 'TIDES-CODE-1');
    const read = (who: 'alice' | 'bob') =>
      server.request('/api/courses/tides/content', { as: server.people[who] });
    const first = await read('alice');
    await unlock(server, 'bob', 'TIDES-CODE-2');
    let second = first;
    const queries = await queriesOf(server, async () => {
      second = await read('bob');
    });
    expect(second.header('ETag')).toBe(first.header('ETag'));
    expect(queries.filter(readsLessons)).toEqual([]);
  });

  it('is counted in the catalogue and the outline without reading a lesson for the catalogue', async () => {
    const server = await serverForTest();
    await server.request('/api/courses');
    await unlock(server, 'alice', 'TIDES-CODE-1');
    const read = async () => (await server.request('/api/courses')).read(endpoints.listCourses.output);
    let counts: number[] = [];
    const queries = await queriesOf(server, async () => {
      counts = (await read()).courses.map(({ enrollmentCount }) => enrollmentCount);
    });
    expect(counts).toEqual([1]);
    expect(queries.filter(readsLessons)).toEqual([]);
    const { course } = (await server.request('/api/courses/tides')).read(endpoints.getCourse.output);
    expect(course.enrollmentCount).toBe(1);
  });
});

describeOnSqlite('a catalogue of a megabyte', () => {
  const size: LibrarySize = { ...SMALL, courses: 80, lessonCharacters: 10, heavyLessonCharacters: 10 };

  it('counts new learners after ten seconds, and shows an edit at once', async () => {
    const server = await serverForTest();
    fillLibrary(`${server.deps.config.dataFolder}/carrel.sqlite`, size);
    const read = async () => {
      const { courses } = (await server.request('/api/courses')).read(endpoints.listCourses.output);
      const { enrollmentCount, title } = courses.find(({ id }) => id === 'tides') ?? {};
      return { enrollmentCount, title };
    };
    const first = await server.request('/api/courses');
    expect(first.text.length).toBeGreaterThan(1_000_000);
    await unlock(server, 'alice', 'TIDES-CODE-1');
    expect((await read()).enrollmentCount).toBe(0);
    server.clock.advance(10_000);
    expect((await read()).enrollmentCount).toBe(1);
    await unlock(server, 'bob', 'TIDES-CODE-2');
    const body = { title: 'Other tides' };
    await server.request('/api/admin/courses/tides', { method: 'PUT', as: server.people.admin, body });
    expect(await read()).toEqual({ enrollmentCount: 2, title: 'Other tides' });
  });
});
