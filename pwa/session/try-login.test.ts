import { expect, it } from 'vitest';
import { CallError } from '../api/call.ts';
import { response } from '../testing/api-responses.ts';
import { tryLogin } from './try-login.ts';

const refused = (status: number, code: string) => async () => {
  throw new CallError(response({ status, error: { error: `The server says ${code}`, code } }));
};
const sentenceOf = (error: unknown) => `Failed: ${error instanceof Error ? error.message : ''}`;

it.each([
  [
    'asks for the code',
    refused(401, 'second_factor_required'),
    { kind: 'codeRequired', problem: null, offer: undefined },
  ],
  [
    'asks for it again when it was wrong',
    refused(401, 'second_factor_invalid'),
    { kind: 'codeRequired', problem: 'The server says second_factor_invalid', offer: undefined },
  ],
  [
    'asks for the passkey again, with what the server offers',
    async () => {
      const error = { error: 'Not this one', code: 'passkey_invalid', secondFactor: { hasApp: true } };
      throw new CallError(response({ status: 401, error }));
    },
    { kind: 'codeRequired', problem: 'Not this one', offer: { hasApp: true } },
  ],
  [
    'goes back to the credentials when they are refused',
    refused(401, 'wrong_credentials'),
    { kind: 'failed', sentence: 'Failed: The server says wrong_credentials', isRejected: true },
  ],
  [
    'stays where it is after too many attempts',
    refused(429, 'too_many_requests'),
    { kind: 'failed', sentence: 'Failed: The server says too_many_requests', isRejected: false },
  ],
  [
    'stays where it is when there is no response',
    async () => {
      throw new CallError(response({ status: 0 }));
    },
    {
      kind: 'failed',
      sentence: 'Failed: Network error - check if the server is running',
      isRejected: false,
    },
  ],
  ['is done', async () => undefined, { kind: 'done' }],
])('an attempt to sign in %s', async (_, login, outcome) => {
  expect(await tryLogin(login, sentenceOf)).toEqual(outcome);
});
