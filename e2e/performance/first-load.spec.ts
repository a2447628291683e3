import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { FIRST_LOAD_MAX_KB, measureFirstLoad } from '../world/browser/first-load.ts';
import { test } from '../world/world.ts';

const ASSETS = fileURLToPath(new URL('../../dist/pwa/assets', import.meta.url));
const STATIC_IMPORT = /(?:from|import)\s*["'`]\.\/admin\//;

test('A visitor’s page requests at most 130 kB of JavaScript until the network is idle', async ({
  server,
}) => {
  for (const path of ['/', '/courses', '/courses/course-1', '/login', '/signup']) {
    const kb = await measureFirstLoad(server.url + path);
    expect(kb, path).toBeGreaterThan(80);
    expect(kb, path).toBeLessThanOrEqual(FIRST_LOAD_MAX_KB);
  }
});

test('No file of the learners’ screens imports one of the admins’, which their device does not store', {
  tag: '@journey',
}, () => {
  const files = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  const importing = files.filter((name) => STATIC_IMPORT.test(readFileSync(join(ASSETS, name), 'utf8')));
  expect(files.length).toBeGreaterThan(20);
  expect(importing).toEqual([]);
});
