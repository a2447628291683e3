import { expect, it } from 'vitest';
import { emptySummaries } from './no-summaries.ts';

it('empties the summaries of endpoints, on one line or two, and nothing else', () => {
  const code =
    "\n    summary: 'Sign in',\n    input: A,\n    summary:\n      \"The user's own\",\n    output: B,\n";
  expect(emptySummaries(code)).toBe("\n    summary: '',\n    input: A,\n    summary: '',\n    output: B,\n");
  expect(() => emptySummaries('\n    summary: textOf(),\n')).toThrow('no plain string');
});
