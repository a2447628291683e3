import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint } from './build.mjs';

let folder = '';

function write(path, text = '') {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-build-'));
  for (const file of ['package-lock.json', 'package.json', 'vite.config.ts']) write(file);
  const sources = ['interchange/archive.ts', 'pwa/main.tsx', 'schema/account/user.ts', 'sync-server/main.ts'];
  for (const file of sources) write(file, 'one');
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('the fingerprint of the sources', () => {
  it('changes with a byte and with a name', () => {
    const before = fingerprint(folder);
    expect(fingerprint(folder)).toBe(before);
    write('pwa/main.tsx', 'two');
    expect(fingerprint(folder)).not.toBe(before);
    write('pwa/main.tsx', 'one');
    expect(fingerprint(folder)).toBe(before);
    write('schema/courses/course.ts');
    expect(fingerprint(folder)).not.toBe(before);
  });

  it('ignores files written by tools and the seed’s own files', () => {
    write('sync-server/seed/seed.ts');
    const before = fingerprint(folder);
    write('pwa/node_modules/.vite/vitest/results.json', '{}');
    write('sync-server/seed/courses/course-1/course.json', '{}');
    expect(fingerprint(folder)).toBe(before);
    write('pwa/features/courses/courses-page.tsx');
    expect(fingerprint(folder)).not.toBe(before);
  });
});
