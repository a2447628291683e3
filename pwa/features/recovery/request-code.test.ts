import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearRecovery, readSentCode } from './recovery-session.ts';
import { requestCode } from './request-code.ts';

const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
const bodies = () => fetched.mock.calls.map(([, init]) => JSON.parse(String(init.body)));

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  clearRecovery();
  let count = 0;
  fetched.mockImplementation(async () => {
    count += 1;
    return new Response(JSON.stringify({ success: true, requestId: `request-${count}` }));
  });
});

afterEach(() => vi.unstubAllGlobals());

it('stores the id of the request and sends it when another code is requested', async () => {
  await requestCode('alice@example.org');
  expect(readSentCode()).toMatchObject({ email: 'alice@example.org', requestId: 'request-1' });
  await requestCode('alice@example.org');
  expect(bodies()).toEqual([
    { email: 'alice@example.org' },
    { email: 'alice@example.org', requestId: 'request-1' },
  ]);
  expect(readSentCode()?.requestId).toBe('request-2');
});

it('sends no id of another email’s request', async () => {
  await requestCode('alice@example.org');
  await requestCode('bob@example.org');
  expect(bodies().at(-1)).toEqual({ email: 'bob@example.org' });
});

it('removes everything after the password was changed', async () => {
  await requestCode('alice@example.org');
  clearRecovery();
  expect(readSentCode()).toBeNull();
});
