import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listPlaywrightFailures, listVitestFailures } from './failures.mjs';
import { root } from './programs.mjs';

const passed = { status: 'passed', fullName: 'a test that passed', failureMessages: [] };

it('lists each failed test with its file and the first lines of its reason', () => {
  const reason = Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n');
  const failed = { status: 'failed', fullName: 'a test that failed', failureMessages: [reason] };
  const file = { name: join(root, 'pwa', 'a.test.ts'), status: 'failed', message: '' };
  const [only, ...rest] = listVitestFailures({
    testResults: [{ ...file, assertionResults: [passed, failed] }],
  });
  expect(only).toMatch(/^✘ pwa\/a\.test\.ts › a test that failed\n {4}line 0\n/);
  expect(only?.split('\n').length).toBeLessThan(20);
  expect(rest).toEqual([]);
});

it('says that a test exceeded its time limit, which the report does not', () => {
  const failureMessages = ['Error: STACK_TRACE_ERROR\n    at a.test.ts:7:3'];
  const failed = { status: 'failed', fullName: 'a test that waits', failureMessages };
  const file = { name: join(root, 'pwa', 'a.test.ts'), status: 'failed', message: '' };
  expect(listVitestFailures({ testResults: [{ ...file, assertionResults: [failed] }] })).toEqual([
    '✘ pwa/a.test.ts › a test that waits\n    Error: The time limit was exceeded\n        at a.test.ts:7:3',
  ]);
});

it('lists a file that could not be loaded', () => {
  const file = { name: join(root, 'pwa', 'b.test.ts'), status: 'failed', message: 'Cannot find module' };
  expect(listVitestFailures({ testResults: [{ ...file, assertionResults: [] }] })).toEqual([
    '✘ pwa/b.test.ts › the whole file\n    Cannot find module',
  ]);
});

it('lists nothing when every test passed, or when there is no report', () => {
  const file = { name: join(root, 'pwa', 'a.test.ts'), status: 'passed', message: '' };
  expect(listVitestFailures({ testResults: [{ ...file, assertionResults: [passed] }] })).toEqual([]);
  expect(listVitestFailures(undefined)).toEqual([]);
});

it('lists each failed browser test, whatever suites it is in', () => {
  const errors = [{ message: '\u001b[31mError: completed lessons\u001b[39m' }];
  const failed = {
    title: 'a journey',
    ok: false,
    file: 'crash/a.spec.ts',
    tests: [{ results: [{ errors }] }],
  };
  const good = { title: 'another', ok: true, file: 'crash/a.spec.ts', tests: [] };
  const inner = { title: 'a group', specs: [failed] };
  expect(
    listPlaywrightFailures({ suites: [{ title: 'crash/a.spec.ts', specs: [good], suites: [inner] }] }),
  ).toEqual(['✘ e2e/crash/a.spec.ts › a journey\n    Error: completed lessons']);
  expect(listPlaywrightFailures(undefined)).toEqual([]);
});
