import { describe, expect, it } from 'vitest';
import { findCycles } from './cycles.mjs';
import { importsOf } from './imports.mjs';
import { findBreaches, findWall } from './walls.mjs';

describe('the imports of a file', () => {
  it('include types, dynamic imports and re-exports, and name packages by their own name', () => {
    const text = `
      import type { Row } from './rows.ts';
      import { Course } from '#schema/courses/course.ts';
      import * as v from 'valibot';
      import sheet from './page.module.css?inline';
      import { Client } from '@hono/node-server/conninfo';
      export { old } from '../old.ts';
      const late = () => import('./late.ts');`;
    const targets = importsOf('pwa/store/a.ts', text).map(({ to }) => to);
    expect(targets.toSorted()).toEqual([
      '@hono/node-server',
      'pwa/old.ts',
      'pwa/store/late.ts',
      'pwa/store/page.module.css',
      'pwa/store/rows.ts',
      'schema/courses/course.ts',
      'valibot',
    ]);
  });

  it('cannot be read from a file that fails to parse', () => {
    expect(() => importsOf('pwa/a.ts', 'import {')).toThrow('pwa/a.ts cannot be parsed');
  });
});

describe('the import rules', () => {
  it.each([
    ['schema/courses/course.ts', 'pwa/paths.ts'],
    ['schema/courses/course.ts', 'node:fs'],
    ['schema/courses/course.ts', 'interchange/course-file/course-file.ts'],
    ['interchange/course-file/course-file.ts', 'sync-server/app.ts'],
    ['interchange/course-file/course-file.ts', 'node:zlib'],
    ['interchange/course-file/course-file.ts', 'dexie'],
    ['pwa/features/learn/page.tsx', 'sync-server/deps.ts'],
    ['sync-server/app.ts', 'pwa/paths.ts'],
    ['pwa/sync/outbox/outbox.ts', 'react'],
    ['pwa/sync/outbox/outbox.ts', 'pwa/ui/controls/button.tsx'],
    ['pwa/sync/outbox/outbox.ts', 'pwa/features/learn/learn-page.tsx'],
    ['pwa/store/database/rows.ts', 'pwa/sync/outbox/outbox.ts'],
    ['pwa/features/learn/page.tsx', 'pwa/features/course/page.tsx'],
    ['pwa/features/learn/page.tsx', 'dexie'],
    ['pwa/app/shell/shell.tsx', 'kysely'],
    ['sync-server/users/people-routes.ts', 'kysely'],
    ['sync-server/users/people-queries.ts', 'hono'],
    ['sync-server/users/people-queries.ts', 'sync-server/users/people-routes.ts'],
    ['sync-server/users/people-routes.ts', 'jose'],
    ['pwa/unlisted/page.tsx', 'pwa/ui/controls/button.tsx'],
    ['sync-server/db/open.ts', 'sync-server/http/reply.ts'],
    ['sync-server/users/profile-queries.ts', 'sync-server/sync/read-page.ts'],
    ['sync-server/reports/reports.ts', 'sync-server/open-deps.ts'],
    ['sync-server/unlisted/rows.ts', 'sync-server/db/open.ts'],
  ])('forbid %s to import %s', (from, to) => {
    expect(findWall({ from, to })).not.toBeNull();
  });

  it.each([
    ['pwa/features/learn/page.tsx', 'pwa/session/session.ts'],
    ['pwa/features/learn/page.tsx', 'pwa/features/learn/lesson.tsx'],
    ['pwa/store/database/rows.ts', 'dexie'],
    ['pwa/sync/outbox/outbox.test.ts', 'react'],
    ['e2e/sync/testing/world.ts', 'sync-server/app.ts'],
    ['sync-server/sessions/sessions.ts', 'jose'],
    ['sync-server/sync/read-page.ts', 'sync-server/courses/course-queries.ts'],
    ['sync-server/sync/pull.test.ts', 'sync-server/app.ts'],
    ['sync-server/deps.ts', 'sync-server/reports/reports.ts'],
  ])('allow %s to import %s', (from, to) => {
    expect(findWall({ from, to })).toBeNull();
  });
});

describe('cycles', () => {
  const imports = (...pairs) => pairs.map(([from, to]) => ({ from, to }));

  it('are found once each, by a shortest path', () => {
    const found = findCycles(
      imports(['a', 'b'], ['b', 'c'], ['c', 'a'], ['b', 'a'], ['d', 'e'], ['e', 'f'], ['f', 'e']),
    );
    expect(found.map((files) => files.join(' '))).toEqual(expect.arrayContaining(['a b a', 'e f e']));
    expect(found).toHaveLength(2);
  });

  it('do not include files that merely share an import', () => {
    expect(findCycles(imports(['a', 'c'], ['b', 'c'], ['a', 'b']))).toEqual([]);
  });

  it('are violations', () => {
    const breaches = findBreaches(imports(['schema/a.ts', 'schema/b.ts'], ['schema/b.ts', 'schema/a.ts']));
    expect(breaches).toEqual(['cycle: schema/a.ts → schema/b.ts → schema/a.ts']);
  });

  it('include two folders of the server that import each other', () => {
    const breaches = findBreaches(
      imports(
        ['sync-server/users/a.ts', 'sync-server/auth/b.ts'],
        ['sync-server/auth/c.ts', 'sync-server/users/d.ts'],
      ),
    );
    expect(breaches).toEqual(['sync-server/auth and sync-server/users import each other']);
  });

  it('forbid a path that climbs more than one folder', () => {
    const text = `import { a } from '../../store/a.ts'; import { b } from '../b.ts';`;
    expect(findBreaches(importsOf('pwa/sync/outbox/c.ts', text))).toEqual([
      'pwa/sync/outbox/c.ts imports ../../store/a.ts: write #pwa/store/a.ts',
    ]);
  });
});
