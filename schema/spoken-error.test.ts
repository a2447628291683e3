import { expect, it } from 'vitest';
import { messages } from './messages.ts';
import { describeFailure, SpokenError } from './spoken-error.ts';

it('people read an error’s own sentence only where it was written for them', () => {
  expect(describeFailure(new SpokenError('The disk is full.'))).toBe('The disk is full.');
  expect(describeFailure(new TypeError('x is not a function'))).toBe(messages.attemptFailed);
  expect(describeFailure(new DOMException('', 'AbortError'), 'Not saved.')).toBe('Not saved.');
  expect(describeFailure('no error at all')).toBe(messages.attemptFailed);
});
