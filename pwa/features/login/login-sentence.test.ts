import { expect, it } from 'vitest';
import { type Answer, NO_ANSWER } from '../../api/answer.ts';
import { CallError } from '../../api/call.ts';
import { loginSentence } from './login-sentence.ts';

const answer = (over: Partial<Answer>): Answer => ({ ...NO_ANSWER, ...over });

it('says what the server said, when it said something', () => {
  const error = new CallError(answer({ status: 401, error: { error: 'Invalid email or password' } }));
  expect(loginSentence(error)).toBe('Invalid email or password');
});

it('names the status when the server had no words', () => {
  expect(loginSentence(new CallError(answer({ status: 503 })))).toBe(
    'Server error (503): Please try again or contact support.',
  );
});

it('blames the network when nothing answered', () => {
  expect(loginSentence(new CallError(answer({ status: 0 })))).toBe(
    'Network error: Please check your internet connection and try again.',
  );
});

it('gives any other error in its own words', () => {
  expect(loginSentence(new Error('No token in response data'))).toBe('Error: No token in response data');
});
