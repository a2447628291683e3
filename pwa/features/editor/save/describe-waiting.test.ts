import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeWaiting, type WaitingFacts } from './describe-waiting.ts';

const nothing: WaitingFacts = {
  waiting: 0,
  files: 0,
  isDirty: false,
  unsent: 0,
  refused: 0,
  hasSession: true,
};
const sentencesOf = (parts: Partial<WaitingFacts>) => describeWaiting({ ...nothing, ...parts }).join(' ');

test('the card says that the server has everything only if nothing waits and there is a session', () => {
  expect(sentencesOf({})).toBe('All saved changes of this course have been sent.');
  const counts = fc.record({
    waiting: fc.nat(3),
    files: fc.nat(3),
    refused: fc.nat(3),
    isDirty: fc.boolean(),
    hasSession: fc.boolean(),
    others: fc.nat(3),
  });
  fc.assert(
    fc.property(counts, ({ others, ...facts }) => {
      const unsent = facts.waiting + facts.refused + others;
      const isAllThere = unsent === 0 && facts.files === 0 && !facts.isDirty && facts.hasSession;
      expect(/have been sent/.test(sentencesOf({ ...facts, unsent }))).toBe(isAllThere);
    }),
  );
});

test('without a session, the card says that waiting edits need a sign-in', () => {
  expect(sentencesOf({ waiting: 2, unsent: 2, hasSession: false })).toBe(
    'Saved on this device. You can close the tab. Sign in again to send.',
  );
  expect(sentencesOf({ files: 1, hasSession: false })).toContain('Sign in again');
});

test('the card mentions unsaved changes and waiting edits of other courses', () => {
  expect(sentencesOf({ isDirty: true })).toBe(
    'Unsaved changes exist only on this device. Click Save Course to send them.',
  );
  expect(sentencesOf({ unsent: 1 })).toBe(
    'No edits of this course are waiting. 1 edit from another page is waiting to sync.',
  );
});
