import { expect, it } from 'vitest';
import { CallError } from '#pwa/api/call.ts';
import { response } from '#pwa/testing/api-responses.ts';
import { accountEndpoints } from '#schema/endpoints/account-endpoints.ts';
import { passwordSentence } from './password-sentence.ts';

it.each([
  ['the server’s own message', { status: 400, error: { error: 'Too common' } }, 'Too common'],
  ['a 401 without a message', { status: 401, isFromServer: true }, 'Current password is incorrect'],
  [
    'a proxy’s 401',
    { status: 401, sizeBytes: 40 },
    'The response is not from Carrel. A proxy or a sign-in page of the network may be in between',
  ],
  ['no response', { status: 0 }, 'Network error - check if the server is running'],
  [
    'a 500 without a message',
    { status: 500 },
    'Failed to update password. Please check your current password.',
  ],
])('returns the message for %s', (_, parts, sentence) => {
  const { refusals } = accountEndpoints.changePassword;
  const error = new CallError(response(parts), { refusals, defaultMessage: 'Failed to update password' });
  expect(passwordSentence(error)).toBe(sentence);
});
