import { expect, test } from 'vitest';
import { describeRecheck } from './describe-recheck.ts';

test.each([
  [null, /^A download is in progress/],
  ['failed', /^The files could not be checked/],
  [{ files: 3, damaged: 0, unreadable: 0 }, /^All files are intact \(3\)\.$/],
  [
    { files: 3, damaged: 1, unreadable: 0 },
    /^1 of 3 files were damaged and removed\. They are listed above\.$/,
  ],
  [
    { files: 3, damaged: 0, unreadable: 2 },
    /^2 of 3 files could not be checked and stay here\. Try again later\.$/,
  ],
  [{ files: 3, damaged: 1, unreadable: 1 }, /^1 of 3 files were damaged .*1 of 3 files could not be checked/],
] as const)('of %o', (found, sentence) => {
  expect(describeRecheck(found)).toMatch(sentence);
});
