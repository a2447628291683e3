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
  expect(sentencesOf({})).toBe('Nothing of this course waits: the server has all that you saved.');
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
      expect(/the server has/.test(sentencesOf({ ...facts, unsent }))).toBe(isAllThere);
    }),
  );
});

test('without a session, the card says that waiting edits need a sign-in', () => {
  expect(sentencesOf({ waiting: 2, unsent: 2, hasSession: false })).toBe(
    'Saved on this device. You can close the tab; sign in again, and it is sent.',
  );
  expect(sentencesOf({ files: 1, hasSession: false })).toContain('sign in again');
});

test('the card mentions unsaved changes and waiting edits of other courses', () => {
  expect(sentencesOf({ isDirty: true })).toBe(
    'Your unsaved changes are on this device only. Save Course sends them.',
  );
  expect(sentencesOf({ unsent: 1 })).toBe(
    'Nothing of this course waits. On this device 1 edit made elsewhere waits to be sent.',
  );
});
