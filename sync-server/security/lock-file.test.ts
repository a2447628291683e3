import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { findProjectRoot } from '../project-root.ts';

const LockFile = v.object({ packages: v.record(v.string(), v.object({ version: v.optional(v.string()) })) });

/** Versions below these have known vulnerabilities. */
const safeSince = {
  hono: '4.12.34',
  '@hono/node-server': '1.19.15',
  kysely: '0.28.17',
  'react-router': '7.18.0',
  dompurify: '3.4.11',
};

function isAtLeast(version: string, least: string): boolean {
  const [a, b] = [version, least].map((text) => text.split('.').map(Number));
  for (const i of [0, 1, 2]) {
    const difference = (a?.[i] ?? 0) - (b?.[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

describe('the lock file', () => {
  const text = readFileSync(join(findProjectRoot(), 'package-lock.json'), 'utf8');
  const { packages } = v.parse(LockFile, JSON.parse(text));

  it.each(Object.entries(safeSince))('has %s only in versions from %s on', (name, least) => {
    const copies = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`));
    expect(copies.length).toBeGreaterThan(0);
    for (const [, { version = '0.0.0' }] of copies)
      expect([version, isAtLeast(version, least)]).toEqual([version, true]);
  });
});
