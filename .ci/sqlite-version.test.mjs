import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { root } from './programs.mjs';
import { sqliteVersionFor } from './sqlite-version.mjs';

it('is the version of package.json on Node 20 and 22, and a newer one from Node 24 on', () => {
  const majorFor = (node) => sqliteVersionFor(node, root).split('.')[0];
  expect(['20.20.0', '22.23.3', '24.21.0', '26.10.0'].map(majorFor)).toEqual(['12', '12', '13', '13']);
});

it('is installed here', () => {
  const { version } = createRequire(import.meta.url)('better-sqlite3/package.json');
  expect(version).toBe(sqliteVersionFor(process.versions.node, root));
});
