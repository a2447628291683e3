import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CodesReportReply, CourseReportReply, LearnersReportReply } from '#schema/reports/reports.ts';
// Not by a relative path, which vite.config.ts replaces.
import { startThread } from '#sync-server/threads/start-thread.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import type { Person } from '../testing/people.ts';
import { onSqlite } from '../testing/postgres/on-sqlite.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { RequestOptions } from '../testing/test-request.ts';
import type { TestServer } from '../testing/test-server.ts';
import { watchQueries } from '../testing/watched-queries.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const courses = [fixtureCourse(), fixtureCourse({ id: 'winds', title: 'Reading the winds', lessonCount: 2 })];

const read = (server: TestServer, path: string, options: RequestOptions = {}) =>
  server.request(`/api/admin/reports/${path}`, { as: server.people.admin, ...options });
const courseReport = async (server: TestServer, id = 'tides') =>
  (await read(server, `courses/${id}`)).read(CourseReportReply).report;
const learners = async (server: TestServer, query = '') =>
  (await read(server, `learners${query}`)).read(LearnersReportReply);
const codes = async (server: TestServer) => (await read(server, 'codes')).read(CodesReportReply).report;

async function unlock(server: TestServer, as: Person, code: string): Promise<void> {
  const courseId = code.startsWith('TIDES') ? 'tides' : 'winds';
  const path = `/api/courses/${courseId}/activate`;
  expect((await server.request(path, { as, body: { activationCode: code } })).status).toBe(200);
}

/** Marks lessons complete, or begins them where the number is negative. */
async function study(server: TestServer, as: Person, lessons: readonly number[], course = 'tides') {
  const at = server.clock.now().toISOString();
  const entries = lessons.map((lesson) => ({
    lessonId: `${course}-lesson-${Math.abs(lesson)}`,
    ...(lesson < 0 ? { positionSeconds: 12 } : { completedAt: at }),
    updatedAt: at,
  }));
  await server.request('/api/progress', { as, method: 'PUT', body: { entries } });
}

/** Alice finished, bob jumped to lesson 3, carol unlocked the course and did nothing. */
async function openSchool(): Promise<TestServer> {
  const server = await serverForTest({ courses });
  const { alice, bob, carol } = server.people;
  await unlock(server, alice, 'TIDES-CODE-1');
  await unlock(server, bob, 'TIDES-CODE-2');
  await unlock(server, carol, 'TIDES-CODE-3');
  await study(server, alice, [1, 2, 3, 4]);
  await study(server, bob, [1, -3]);
  return server;
}

describe('the report of a course', () => {
  it('counts who activated, started, reached each lesson or a later one, and finished', async () => {
    const report = await courseReport(await openSchool());
    expect(report).toMatchObject({ courseTitle: 'Reading the tides', activated: 3, started: 2, finished: 1 });
    expect(report.lessons.map(({ reached }) => reached)).toEqual([2, 2, 2, 1]);
    expect(report.lessons[2]).toMatchObject({ title: 'Lesson 3', moduleTitle: 'Flood' });
  });

  it('counts neither progress in other courses nor what was withdrawn', async () => {
    const server = await serverForTest({ courses });
    const { alice } = server.people;
    await unlock(server, alice, 'TIDES-CODE-1');
    await unlock(server, alice, 'WINDS-CODE-1');
    await study(server, alice, [1, 2], 'winds');
    await study(server, alice, [1]);
    const updatedAt = new Date(server.clock.now().getTime() + 1_000).toISOString();
    const entries = [{ lessonId: 'tides-lesson-1', completedAt: null, updatedAt }];
    await server.request('/api/progress', { as: alice, method: 'PUT', body: { entries } });
    expect(await courseReport(server)).toMatchObject({ activated: 1, started: 0, finished: 0 });
    expect(await courseReport(server, 'winds')).toMatchObject({ activated: 1, started: 1, finished: 1 });
  });

  it('is empty for a course without lessons, which nobody can finish', async () => {
    const server = await serverForTest({ courses: [fixtureCourse({ id: 'tides', lessonCount: 0 })] });
    await unlock(server, server.people.alice, 'TIDES-CODE-1');
    expect(await courseReport(server)).toMatchObject({ activated: 1, started: 0, lessons: [], finished: 0 });
  });

  it('does not exist for a deleted course', async () => {
    const server = await serverForTest({ courses: [fixtureCourse({ status: 'unpublished' })] });
    const path = '/api/admin/courses/tides';
    expect((await server.request(path, { method: 'DELETE', as: server.people.admin })).status).toBe(200);
    const { status, refusal } = await read(server, 'courses/tides');
    expect([status, refusal.code]).toEqual([404, 'course_not_found']);
    expect((await read(server, 'courses/tides/report.csv')).status).toBe(404);
  });
});

describe('the report of learners', () => {
  it('has the progress of each person in all their courses', async () => {
    const server = await openSchool();
    await unlock(server, server.people.bob, 'WINDS-CODE-1');
    const { learners: people, next } = await learners(server);
    expect(next).toBeNull();
    expect(people.map(({ userId }) => userId)).toEqual(['admin', 'alice', 'bob', 'carol']);
    expect(people[1]).toMatchObject({
      activated: 1,
      started: 1,
      finished: 1,
      lessonsCompleted: 4,
      lessons: 4,
    });
    expect(people[2]).toMatchObject({
      activated: 2,
      started: 1,
      finished: 0,
      lessonsCompleted: 1,
      lessons: 6,
    });
    expect(people[2]?.lastActiveAt).toBe(server.clock.now().toISOString());
    expect(people[3]).toMatchObject({ activated: 1, started: 0, lastActiveAt: null });
    expect(people[0]).toMatchObject({ activated: 0, lessons: 0 });
  });

  it('comes in pages, each beginning behind the one before', async () => {
    const server = await openSchool();
    const first = await learners(server, '?limit=3');
    expect(first.learners).toHaveLength(3);
    const second = await learners(server, `?limit=3&after=${encodeURIComponent(first.next ?? '')}`);
    expect(second.learners.map(({ userId }) => userId)).toEqual(['carol']);
    expect(second.next).toBeNull();
    expect((await read(server, 'learners?limit=501')).status).toBe(400);
  });
});

describe('the report of codes', () => {
  it('counts codes by batch, and those used by week', async () => {
    const server = await serverForTest({ courses });
    server.clock.advance(MINUTE_MS);
    const body = { codes: ['TIDES-CODE-91', 'TIDES-CODE-92'] };
    const path = '/api/admin/courses/tides/upload-codes';
    await server.request(path, { method: 'POST', as: server.people.admin, body });
    await unlock(server, server.people.alice, 'TIDES-CODE-1');
    await unlock(server, server.people.bob, 'TIDES-CODE-91');
    const { batches, weeks } = await codes(server);
    expect(batches[0]).toMatchObject({
      courseId: 'tides',
      codes: 2,
      uses: 1,
      usedUp: 1,
      unused: 1,
      ended: 0,
    });
    const seeded = batches.find(({ courseId, codes: count }) => courseId === 'tides' && count === 3);
    expect(seeded).toMatchObject({ uses: 1, unused: 2, courseTitle: 'Reading the tides' });
    // 21 November 2026 is a Saturday.
    expect(weeks).toHaveLength(26);
    expect(weeks.at(-1)).toEqual({ monday: '2026-11-16', used: 2 });
    expect(weeks[0]).toEqual({ monday: '2026-05-25', used: 0 });
  });

  it.each(['expiresAt', 'revokedAt'])('counts codes that ended by %s apart from unused ones', async (end) => {
    const server = await serverForTest({ courses: [fixtureCourse()] });
    const at = '2026-11-20T08:00:00.000Z';
    const { db } = server.deps;
    await db.transaction().execute(async (trx) => {
      const codes = trx.updateTable('activationCodes');
      await codes.set({ revokedAt: at }).where('code', '=', 'TIDES-CODE-2').execute();
    });
    expect((await codes(server)).batches).toMatchObject([{ codes: 3, usedUp: 0, unused: 2, ended: 1 }]);
    await db.transaction().execute((trx) =>
      trx
        .updateTable('codeBatches')
        .set({ [end]: at })
        .execute(),
    );
    server.clock.advance(MINUTE_MS);
    expect((await codes(server)).batches).toMatchObject([{ codes: 3, usedUp: 0, unused: 0, ended: 3 }]);
  });

  it('begins a week on Monday at midnight in UTC', async () => {
    const server = await serverForTest({ courses: [fixtureCourse()] });
    const { alice, bob } = server.people;
    server.clock.advance(DAY_MS + 16 * 60 * MINUTE_MS - 1);
    await unlock(server, alice, 'TIDES-CODE-1');
    server.clock.advance(1);
    await unlock(server, bob, 'TIDES-CODE-2');
    expect((await codes(server)).weeks.slice(-2)).toEqual([
      { monday: '2026-11-16', used: 1 },
      { monday: '2026-11-23', used: 1 },
    ]);
  });
});

describe('every report', () => {
  it.each(['courses/tides', 'learners', 'codes'])('%s is sent once, until it changes', async (path) => {
    const server = await openSchool();
    const etag = (await read(server, path)).header('ETag') ?? '';
    const headers = { 'If-None-Match': etag };
    const again = await read(server, path, { headers });
    expect([again.status, again.text]).toEqual([304, '']);
    await unlock(server, server.people.admin, 'WINDS-CODE-1');
    await study(server, server.people.carol, [1]);
    server.clock.advance(MINUTE_MS + 1);
    expect((await read(server, path, { headers })).status).toBe(200);
  });

  it('is computed once for equal requests, and again after a minute', async () => {
    const server = await openSchool();
    const [first, second] = await Promise.all([courseReport(server), courseReport(server)]);
    expect(second).toEqual(first);
    await study(server, server.people.carol, [1]);
    server.clock.advance(MINUTE_MS - 1);
    expect((await courseReport(server)).started).toBe(2);
    server.clock.advance(1);
    expect((await courseReport(server)).started).toBe(3);
  });

  it.each(['courses/tides', 'learners', 'codes', 'courses/tides/report.csv', 'learners.csv', 'codes.csv'])(
    '%s is for admins only',
    async (path) => {
      const server = await serverForTest();
      expect((await read(server, path, { as: server.people.alice })).status).toBe(403);
      expect((await server.request(`/api/admin/reports/${path}`)).status).toBe(401);
    },
  );
});

describe('a report as CSV', () => {
  it('has a byte order mark, a header, and lines that end with CR and LF', async () => {
    const response = await read(await openSchool(), 'courses/tides/report.csv');
    expect(response.header('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(response.header('Content-Disposition')).toBe('attachment; filename="course-report.csv"');
    expect([...response.bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = response.text.split('\r\n');
    expect(lines[0]).toBe('Step,Module,Lesson,Learners');
    expect(lines.slice(1, 4)).toEqual(['Activated,,,3', 'Started,,,2', 'Reached lesson 1,Ebb,Lesson 1,2']);
    expect(lines.slice(-2)).toEqual(['Finished,,,1', '']);
  });

  it('contains all people, in one file however many pages they are', async () => {
    const server = await openSchool();
    await server.deps.db.transaction().execute(async (trx) => {
      for (let at = 0; at < 1_001; at += 1) {
        const fields = { id: `person-${at}`, name: `Person ${at}`, email: `person-${at}@example.org` };
        const times = { createdAt: '2026-11-22T08:00:00.000Z', updatedAt: '2026-11-22T08:00:00.000Z' };
        const rest = { passwordHash: 'none', role: 'user', tokenVersion: 1, mustChangePassword: 0 } as const;
        await trx
          .insertInto('users')
          .values({ ...fields, ...times, ...rest })
          .execute();
      }
    });
    const lines = (await read(server, 'learners.csv')).text.split('\r\n');
    expect(lines).toHaveLength(1 + 4 + 1_001 + 1);
    expect(lines.filter((line) => line.includes('Email'))).toHaveLength(1);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('begins no cell as a formula, whatever a person is called', async () => {
    const server = await serverForTest();
    const body = { name: '=HYPERLINK("https://example.org","Ann")' };
    await server.request('/api/users/alice', { method: 'PUT', as: server.people.alice, body });
    const { text } = await read(server, 'learners.csv');
    expect(text).toContain(`"'=HYPERLINK(""https://example.org"",""Ann"")"`);
  });

  it('counts the use of codes by week', async () => {
    const server = await openSchool();
    const lines = (await read(server, 'codes.csv?by=week')).text.split('\r\n');
    expect(lines[0]).toBe('Week from (UTC),Codes used');
    expect(lines.at(-2)).toBe('2026-11-16,3');
  });
});

onSqlite(it)('a report is computed in a thread, which leaves this one to other requests', async () => {
  const server = await openSchool();
  const queries = await watchQueries(server, async () => {
    expect((await courseReport(server)).activated).toBe(3);
    expect((await learners(server)).learners).toHaveLength(4);
    expect((await codes(server)).batches).toHaveLength(2);
  });
  expect(queries.filter(({ sql }) => /"progress"|"activations"|"activationCodes"/.test(sql))).toEqual([]);
});

onSqlite(it)(
  'a report is computed by a thread that is loaded from the sources, as in development',
  async () => {
    const server = await openSchool();
    const databaseFile = join(server.deps.config.dataFolder, 'carrel.sqlite');
    const thread = startThread('report-worker', { databaseFile });
    onTestFinished(async () => void (await thread.terminate()));
    thread.postMessage({ id: 1, request: { kind: 'course', courseId: 'tides', format: 'json' } });
    const [done] = await once(thread, 'message');
    expect(done).toMatchObject({ id: 1, problem: null });
    expect(JSON.parse(done.part.text)).toEqual({ report: await courseReport(server) });
  },
);
