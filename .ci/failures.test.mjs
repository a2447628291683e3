import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listFailures } from './failures.mjs';
import { root } from './programs.mjs';

const passed = { status: 'passed', fullName: 'a test that passed', failureMessages: [] };

it('lists each failed test with its file and the first lines of its reason', () => {
  const reason = Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n');
  const failed = { status: 'failed', fullName: 'a test that failed', failureMessages: [reason] };
  const file = { name: join(root, 'pwa', 'a.test.ts'), status: 'failed', message: '' };
  const [only, ...rest] = listFailures({ testResults: [{ ...file, assertionResults: [passed, failed] }] });
  expect(only).toMatch(/^✘ pwa\/a\.test\.ts › a test that failed\n {4}line 0\n/);
  expect(only?.split('\n').length).toBeLessThan(20);
  expect(rest).toEqual([]);
});

it('says that a test exceeded its time limit, which the report does not', () => {
  const failureMessages = ['Error: STACK_TRACE_ERROR\n    at a.test.ts:7:3'];
  const failed = { status: 'failed', fullName: 'a test that waits', failureMessages };
  const file = { name: join(root, 'pwa', 'a.test.ts'), status: 'failed', message: '' };
  expect(listFailures({ testResults: [{ ...file, assertionResults: [failed] }] })).toEqual([
    '✘ pwa/a.test.ts › a test that waits\n    Error: The time limit was exceeded\n        at a.test.ts:7:3',
  ]);
});

it('lists a file that could not be loaded', () => {
  const file = { name: join(root, 'pwa', 'b.test.ts'), status: 'failed', message: 'Cannot find module' };
  expect(listFailures({ testResults: [{ ...file, assertionResults: [] }] })).toEqual([
    '✘ pwa/b.test.ts › the whole file\n    Cannot find module',
  ]);
});

it('lists nothing when every test passed, or when there is no report', () => {
  const file = { name: join(root, 'pwa', 'a.test.ts'), status: 'passed', message: '' };
  expect(listFailures({ testResults: [{ ...file, assertionResults: [passed] }] })).toEqual([]);
  expect(listFailures(undefined)).toEqual([]);
});
