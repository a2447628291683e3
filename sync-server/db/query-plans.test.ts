import { describe, expect, it } from 'vitest';
import { fillExpired, fillLibrary } from '#bench/size/fill-library.ts';
import { CODES_COURSE, type LibrarySize, POPULAR_COURSE, SMALL } from '#bench/size/library-size.ts';
import { TRASH_DAYS } from '#schema/limits.ts';
import { removeExpiredRows } from '../remove-expired-rows.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { type WatchedQuery, watchQueries } from '../testing/watched-queries.ts';
import { ROWS_PER_PIECE } from './in-pieces.ts';

const TRASH_MS = (TRASH_DAYS + 1) * 24 * 60 * 60 * 1_000;

/** More rows of each kind than are removed at once; the plan of a query does not depend on their number. */
const size: LibrarySize = {
  ...SMALL,
  ...{ lessonsPerCourse: 10, lessonCharacters: 10, heavyLessonCharacters: 10 },
  ...{ people: 260, popularLearners: 250, codes: 30, expired: 240 },
};

async function openLibrary(): Promise<TestServer> {
  const server = await serverForTest();
  fillLibrary(databaseOf(server), size);
  return server;
}

const databaseOf = (server: TestServer) => `${server.deps.config.dataFolder}/carrel.sqlite`;
const of = (queries: readonly WatchedQuery[], table: string) =>
  queries.filter(({ sql }) => sql.includes(` "${table}"`)).map(({ plan }) => plan);
/** Steps that read a whole table, however large; a bare count of its rows is one, from its smallest index. */
const scans = (queries: readonly WatchedQuery[], ...tables: readonly string[]) =>
  queries.filter(
    ({ sql, plan }) =>
      !/^select count\(\*\) as "count" from "\w+"$/.test(sql) &&
      tables.some((table) => new RegExp(`SCAN ${table}\\b`).test(plan)),
  );
const LARGE_TABLES = ['changes', 'activations', 'activationCodes', 'progress', 'users', 'revisions'];

const read = (server: TestServer, path: string, who: 'alice' | 'admin' = 'admin') =>
  watchQueries(server, () => server.request(path, { as: server.people[who] }));

describe('in a large library', () => {
  it('a learner’s first pull reads the changes of their own courses alone', async () => {
    const server = await openLibrary();
    const queries = await read(server, '/api/sync', 'alice');
    const shared = of(queries, 'changes').filter((plan) => plan.includes('activations'));
    expect(shared.length).toBeGreaterThan(0);
    for (const plan of shared)
      expect(plan).toMatch(/changes USING INDEX changesByUser \(userId=\? AND courseId=\?/);
    expect(scans(queries, ...LARGE_TABLES)).toEqual([]);
  });

  it('an admin’s pull counts learners and codes of each course from an index', async () => {
    const server = await openLibrary();
    const queries = await read(server, '/api/sync');
    expect(scans(queries, ...LARGE_TABLES)).toEqual([]);
    const codes = of(queries, 'activationCodes');
    expect(codes.length).toBeGreaterThan(0);
    for (const plan of codes) expect(plan).toMatch(/COVERING INDEX/);
  });

  it('the activity of a person is read from an index, in its order', async () => {
    const server = await openLibrary();
    const [plan = ''] = of(await read(server, '/api/admin/audit?userId=person-000003'), 'revisions');
    expect(plan).toMatch(/SEARCH revisions USING INDEX revisionsByUser \(userId=\?\)/);
    expect(plan).not.toMatch(/TEMP B-TREE/);
  });

  it('unused codes are read from an index, in its order', async () => {
    const server = await openLibrary();
    const plans = of(await read(server, `/api/admin/courses/${CODES_COURSE}`), 'activationCodes');
    const [list = ''] = plans.filter((plan) => !plan.includes('COVERING'));
    expect(list).toMatch(/USING INDEX openCodesByCourse/);
    expect(plans.join()).not.toMatch(/TEMP B-TREE/);
  });

  it('leaving out deleted courses copies no table', async () => {
    const server = await openLibrary();
    const queries = [
      ...(await read(server, '/api/sync', 'alice')),
      ...(await read(server, '/api/sync')),
      ...(await read(server, '/api/auth/me', 'alice')),
      ...(await read(server, '/api/progress', 'alice')),
      ...(await read(server, `/api/courses/${CODES_COURSE}/content`)),
      ...(await read(server, `/api/admin/courses/${CODES_COURSE}`)),
      ...(await read(server, `/api/admin/lessons/${CODES_COURSE}-l000/history`)),
      ...(await read(server, '/api/admin/users?limit=10')),
    ];
    const leavesOut = queries.filter(({ sql }) => sql.includes('deletedCourses'));
    expect(leavesOut.length).toBeGreaterThan(10);
    expect(leavesOut.filter(({ plan }) => /MATERIALIZE|CO-ROUTINE/.test(plan))).toEqual([]);
    expect(scans(leavesOut, 'activations', 'lessons', 'modules')).toEqual([]);
  });

  it('the figures of the dashboard are read from indexes', async () => {
    const server = await openLibrary();
    const queries = await read(server, '/api/admin/stats');
    expect(scans(queries, 'users', 'courses', 'revisions')).toEqual([]);
    expect(of(queries, 'activations')).toEqual([
      expect.stringMatching(/^SEARCH activations USING INDEX activationsByCourse/),
      expect.stringMatching(/^SCAN activations USING INDEX activationsByTime/),
    ]);
    const counts = of(queries, 'activationCounts');
    expect(counts).toHaveLength(2);
    for (const plan of counts) expect(plan).toMatch(/^SEARCH activationCounts USING INDEX \w+ \(kind=\?/);
  });
});

describe('deleting a course with many learners', () => {
  it('changes a bounded number of rows at once, each from an index, and leaves nothing', async () => {
    const server = await openLibrary();
    const path = `/api/admin/courses/${POPULAR_COURSE}`;
    const queries = await watchQueries(server, async () => {
      await server.request(path, { method: 'DELETE', as: server.people.admin });
      await server.deps.deletedCourses.drain();
      server.clock.advance(TRASH_MS);
      await server.deps.deletedCourses.drain();
    });
    expect(Math.max(...queries.map(({ changedRows }) => changedRows))).toBe(ROWS_PER_PIECE);
    expect(scans(queries, ...LARGE_TABLES, 'lessons', 'modules', 'courses')).toEqual([]);
    const { db } = server.deps;
    expect(await db.selectFrom('courses').select('id').where('id', '=', POPULAR_COURSE).execute()).toEqual(
      [],
    );
    const left = async (table: 'activations' | 'activationCodes' | 'modules') =>
      (await db.selectFrom(table).select('courseId').where('courseId', '=', POPULAR_COURSE).execute()).length;
    expect([await left('activations'), await left('activationCodes'), await left('modules')]).toEqual([
      0, 0, 0,
    ]);
    const progress = await db
      .selectFrom('progress')
      .select('lessonId')
      .where('lessonId', 'like', `${POPULAR_COURSE}-%`)
      .execute();
    expect(progress).toEqual([]);
    const changes = await db
      .selectFrom('changes')
      .select(['kind', 'isDeleted'])
      .where('courseId', '=', POPULAR_COURSE)
      .execute();
    expect(changes.every(({ isDeleted }) => isDeleted === 1)).toBe(true);
    const ofKind = (kind: string) => changes.filter((change) => change.kind === kind).length;
    expect([ofKind('progress'), ofKind('activation'), ofKind('lesson'), ofKind('course')]).toEqual([
      0, 250, 10, 1,
    ]);
  });
});

describe('the daily sweep', () => {
  it('removes a bounded number of rows at once, until all that has expired is gone', async () => {
    const server = await openLibrary();
    const { db, clock } = server.deps;
    fillExpired(databaseOf(server), size);
    const expired = async () => {
      const at = new Date(clock.now().getTime() - 100 * 24 * 60 * 60 * 1_000).toISOString();
      const rows = [
        await db.selectFrom('receipts').select('key').where('createdAt', '<', at).execute(),
        await db.selectFrom('changes').select('id').where('isDeleted', '=', 1).execute(),
        await db.selectFrom('mails').select('id').where('createdAt', '<', at).execute(),
        await db.selectFrom('sessions').select('id').where('lastSeenAt', '<', at).execute(),
        await db.selectFrom('signInNetworks').select('userId').where('lastUsedAt', '<', at).execute(),
      ];
      return rows.map(({ length }) => length);
    };
    expect(await expired()).toEqual([240, 240, 240, 240, 240]);
    const queries = await watchQueries(server, () => removeExpiredRows(server.deps));
    expect(await expired()).toEqual([0, 0, 0, 0, 0]);
    const deleted = queries.filter(({ sql }) => sql.startsWith('delete'));
    expect(Math.max(...deleted.map(({ changedRows }) => changedRows))).toBe(ROWS_PER_PIECE);
    expect(scans(queries, 'receipts', 'changes', 'sessions', 'signInNetworks')).toEqual([]);
  });
});
