import { expect, it } from 'vitest';
import { CallError } from '../../api/call.ts';
import { answer } from '../../testing/answers.ts';
import { passwordSentence } from './password-sentence.ts';

it.each([
  ['the server’s own words', { status: 400, error: { error: 'Too common' } }, 'Too common'],
  ['a 401 without words', { status: 401 }, 'Current password is incorrect'],
  ['no answer', { status: 0 }, 'Network error - check if the server is running'],
  ['a 500 without words', { status: 500 }, 'Failed to update password. Please check your current password.'],
])('for %s says what happened', (_, parts, sentence) => {
  expect(passwordSentence(new CallError(answer(parts), 'Current password is incorrect'))).toBe(sentence);
});
