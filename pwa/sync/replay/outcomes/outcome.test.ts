import { describe, expect, it } from 'vitest';
import { response } from '#pwa/testing/api-responses.ts';
import { decideOutcome } from './outcome.ts';

const ID = '019a0000-0000-7000-8000-000000000001';
const COMMAND = { id: ID, kind: 'course.activate' } as const;
const ANOTHER = '019a0000-0000-7000-8000-000000000002';
const output = { entries: [] };
const error = { error: 'Invalid activation code', code: 'code_invalid' };
const own = { isFromServer: true };
const kindOf = (parts: Parameters<typeof response>[0]) => decideOutcome(COMMAND, response(parts)).kind;

describe('the outcome of a command', () => {
  it('is an ack when a readable 2xx has the receipt of exactly this command', () => {
    expect(kindOf({ status: 200, output, receipt: ID })).toBe('acknowledged');
    expect(kindOf({ status: 201, output, receipt: ID })).toBe('acknowledged');
  });

  it('is an ack when the receipt is replayed', () => {
    expect(kindOf({ status: 200, output, receipt: ID, isReplayed: true })).toBe('acknowledged');
  });

  it.each([
    ['without a receipt', { status: 200, output }],
    ['with another command’s receipt', { status: 200, output, receipt: ANOTHER }],
    ['of HTML or nothing, as a captive portal returns', { status: 200 }],
    ['of the wrong shape, even with the receipt', { status: 200, receipt: ID }],
    ['with 204 and no body', { status: 204, receipt: ID }],
  ])('is a retry after a 2xx %s', (_, parts) => {
    expect(kindOf(parts)).toBe('retry');
  });

  it.each([0, 302, 401, 408, 425, 429, 500, 501, 502, 503, 504, 507, 511, 599])(
    'is a retry after status %d, whatever the body',
    (status) => {
      expect(kindOf({ status })).toBe('retry');
      expect(kindOf({ status, error, receipt: ID })).toBe('retry');
    },
  );

  it('is paused when the server ends the session', () => {
    expect(decideOutcome(COMMAND, response({ status: 401, endsSession: true }))).toEqual({
      kind: 'paused',
      problem: 'Your session has ended. Please sign in again.',
    });
  });

  it.each([400, 403, 404, 409, 412, 413, 415, 422])(
    'is a refusal when the server refuses it with %d, with the server’s message',
    (status) => {
      expect(decideOutcome(COMMAND, response({ status, error, receipt: ID }))).toEqual({
        kind: 'refused',
        problem: 'Invalid activation code',
      });
      expect(kindOf({ ...own, status, error })).toBe('refused');
    },
  );

  it.each(['password_change_required', 'second_factor_setup_required'])(
    'is a retry when the account has a required step (%s), with the server’s message',
    (code) => {
      const refusal = { error: 'Do this first', code };
      expect(decideOutcome(COMMAND, response({ ...own, status: 403, error: refusal }))).toEqual({
        kind: 'retry',
        problem: 'Do this first',
        isBlocked: false,
      });
    },
  );

  it.each([400, 403, 404, 413, 451])('is a retry when a %d does not come from our server', (status) => {
    expect(kindOf({ status })).toBe('retry');
    expect(kindOf({ status, error: { error: 'Blocked by your school', code: 'blocked' } })).toBe('retry');
  });

  it.each([
    ['malformed_json', 400],
    ['unsupported_type', 415],
  ])('is a retry when the body was changed on its way (%s)', (code, status) => {
    const refusal = { error: 'The request is not valid JSON', code };
    expect(decideOutcome(COMMAND, response({ ...own, status, error: refusal }))).toEqual({
      kind: 'retry',
      problem: 'The request is not valid JSON',
      isBlocked: true,
    });
  });

  it.each([
    ['a page', { status: 200 }, true],
    ['a redirect', { status: 302 }, true],
    ['a firewall’s page', { status: 403 }, true],
    ['a demand to sign in to the network', { status: 511 }, true],
    ['the server’s own reply without its receipt', { ...own, status: 200, output }, true],
    ['an error of the server', { ...own, status: 500 }, false],
    ['a limit of the server', { ...own, status: 429 }, false],
    ['the server’s own proxy', { status: 502 }, false],
    ['nothing', { status: 0 }, false],
  ])('says whether the network blocks it: after %s', (_, parts, isBlocked) => {
    expect(decideOutcome(COMMAND, response(parts))).toMatchObject({ kind: 'retry', isBlocked });
  });

  it.each([
    ['course.activate', 500, 'Failed to activate course'],
    ['profile.update', 500, 'Failed to update profile'],
    ['support.request', 503, 'Error submitting support request. Please try again.'],
    ['course.setStatus', 404, 'Error updating course status'],
    ['course.delete', 502, 'Error deleting course'],
    ['course.activate', 0, 'Network error - check if the server is running'],
  ] as const)('of %s after a bare %d has the message “%s”', (kind, status, problem) => {
    expect(decideOutcome({ id: ID, kind }, response({ status }))).toMatchObject({ kind: 'retry', problem });
  });
});
