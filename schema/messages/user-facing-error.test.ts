import { expect, it } from 'vitest';
import { messages } from './messages.ts';
import { describeFailure, UserFacingError } from './user-facing-error.ts';

it('an error’s own message is shown only if it is user-facing', () => {
  expect(describeFailure(new UserFacingError('The disk is full.'))).toBe('The disk is full.');
  expect(describeFailure(new TypeError('x is not a function'))).toBe(messages.attemptFailed);
  expect(describeFailure(new DOMException('', 'AbortError'), 'Not saved.')).toBe('Not saved.');
  expect(describeFailure('no error at all')).toBe(messages.attemptFailed);
});
