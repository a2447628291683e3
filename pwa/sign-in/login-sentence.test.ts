import { expect, it } from 'vitest';
import { type ApiResponse, NO_RESPONSE } from '#pwa/api/api-response.ts';
import { CallError } from '#pwa/api/call.ts';
import { accountEndpoints } from '#schema/endpoints/account-endpoints.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { loginSentence } from './login-sentence.ts';

const reply = (over: Partial<ApiResponse>): ApiResponse => ({ ...NO_RESPONSE, ...over });

it('returns the server’s message if there is one', () => {
  const error = new CallError(reply({ status: 401, error: { error: 'Invalid email or password' } }));
  expect(loginSentence(error)).toBe('Invalid email or password');
});

it('names the status if the server sent no message', () => {
  expect(loginSentence(new CallError(reply({ status: 503 })))).toBe(
    'Server error (503): Please try again or contact support.',
  );
});

it('asks the user to wait when the server checks too many passwords', () => {
  const busy = reply({ status: 503, error: { error: serverMessages.serverBusy, code: 'server_busy' } });
  expect(loginSentence(new CallError(busy))).toBe(serverMessages.serverBusy);
});

it('returns the catalogue’s message for a 401 of the server without a message, and a network error for a proxy’s', () => {
  const { refusals } = accountEndpoints.login;
  const own = new CallError(reply({ status: 401, isFromServer: true }), { refusals });
  expect(loginSentence(own)).toBe('Invalid email or password');
  const foreign = new CallError(reply({ status: 401, sizeBytes: 40 }), { refusals });
  expect(loginSentence(foreign)).toBe('Network error: Please check your internet connection and try again.');
});

it('returns a network error when there was no response', () => {
  expect(loginSentence(new CallError(reply({ status: 0 })))).toBe(
    'Network error: Please check your internet connection and try again.',
  );
});

it('returns any other error’s own message', () => {
  expect(loginSentence(new Error('No token in response data'))).toBe('Error: No token in response data');
});
