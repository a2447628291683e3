import { expect, it } from 'vitest';
import { CallError } from '#pwa/api/call.ts';
import { response } from '#pwa/testing/api-responses.ts';
import { adminLoginSentence } from './admin-login-sentence.ts';

const error = (message: string) => ({ error: message, code: 'wrong_admin_credentials' });

it.each([
  [
    'the server’s own message',
    new CallError(response({ status: 401, error: error('Invalid admin credentials') })),
    'Invalid admin credentials',
  ],
  [
    'a 401 without a message',
    new CallError(response({ status: 401, isFromServer: true }), { defaultMessage: 'x' }),
    'Invalid admin credentials. Please try again.',
  ],
  ['no response', new CallError(response({ status: 0 })), 'Network error - check if the server is running'],
  [
    'a 500 without a message',
    new CallError(response({ status: 500 }), { defaultMessage: 'Failed to login as admin' }),
    'Failed to login as admin',
  ],
  ['a learner', new Error('User is not an admin'), 'User is not an admin'],
  ['an unknown error', new Error(''), 'Invalid admin credentials. Please try again.'],
])('returns the message for %s', (_, failure, sentence) => {
  expect(adminLoginSentence(failure)).toBe(sentence);
});
