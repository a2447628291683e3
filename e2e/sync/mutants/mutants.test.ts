import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WAIT_LIMIT_MS } from '#schema/testing/wait-for.ts';
import { mutantsNoticedBy, ROOT, withMutant } from './with-mutant.ts';

/*
 * Checks that the tests detect defects. Each mutant is applied alone, and the test that it names must fail;
 * the same test is also run without the mutant, because it runs in a different way here.
 */
const mutants = mutantsNoticedBy('tests');
const titles = [...new Set(mutants.flatMap(([, { noticedBy }]) => noticedBy ?? []))];
const files = [...new Set(titles.map(fileOf))];

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('without a mutant', () => {
  it.each(files)('the tests of %s that mutants name pass', async (file) => {
    await runTests(titles.filter((title) => fileOf(title) === file));
  });
});

describe('a test notices that', () => {
  beforeAll(() => Object.assign(globalThis, { [WAIT_LIMIT_MS]: 2_000 }));
  afterAll(() => Reflect.deleteProperty(globalThis, WAIT_LIMIT_MS));

  it.each(mutants)('%s', async (name, { noticedBy = '' }) => {
    await withMutant(name, () => expect(runTests([noticedBy])).rejects.toThrow());
  });
});

/** Runs tests of one file, named as `file > name`, with the current modules. */
async function runTests(named: readonly string[]): Promise<void> {
  vi.resetModules();
  const { collector } = await import('./collect-tests.ts');
  const [file = ''] = named.map(fileOf);
  const tests = await collector.read(join(ROOT, file));
  for (const title of named) {
    const found = tests.filter(({ name }) => `${file} > ${name}` === title);
    if (found.length !== 1) throw new Error(`${found.length} tests are called "${title}"`);
    await found[0]?.run();
  }
}

function fileOf(title: string): string {
  return title.split(' > ')[0] ?? '';
}
