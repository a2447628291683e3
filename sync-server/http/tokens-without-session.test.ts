import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { SessionsReply } from '#schema/account/session.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { RequestOptions } from '#sync-server/testing/test-request.ts';
import { createTestServer, type TestServer } from '#sync-server/testing/test-server.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

let server: TestServer;

beforeEach(async () => {
  server = await createTestServer();
  onTestFinished(() => server.close());
});

/** A token as it is issued while no row can be written. */
const tokenWithoutRow = (ageMs = 0) =>
  server.deps.sessions.issue({ id: 'bob', tokenVersion: 1 }, new Date(server.clock.now().getTime() - ageMs));

const request = (token: string, path: string, options: RequestOptions = {}) =>
  server.request(path, { ...options, headers: { Authorization: `Bearer ${token}`, ...options.headers } });
const statusOf = async (token: string) => (await request(token, '/api/progress')).status;
const listAs = async (token: string) =>
  (await request(token, '/api/users/bob/sessions')).read(SessionsReply).sessions;

describe('a token without a row', () => {
  it('is one session in the list from its first request on, and is reissued as one with a ticket', async () => {
    const without = await tokenWithoutRow(20 * DAY_MS);
    expect(await statusOf(without)).toBe(200);
    const { token = '', endTicket = '' } = (await request(without, '/api/auth/me')).read(endpoints.me.output);
    expect(await statusOf(token)).toBe(200);
    expect((await listAs(token)).filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(await listAs(without)).toEqual(await listAs(token));
    await server.request(endpoints.signOut.path, { body: { tickets: [endTicket] } });
    expect([await statusOf(token), await statusOf(without)]).toEqual([401, 401]);
  });

  it('expires when it would have', async () => {
    const without = await tokenWithoutRow();
    server.clock.advance(30 * DAY_MS - 1_000);
    expect(await statusOf(without)).toBe(200);
    server.clock.advance(1_000);
    expect(await statusOf(without)).toBe(401);
  });

  it('ends with all others, even when the server has not received it before', async () => {
    const [seen, unseen] = [await tokenWithoutRow(1_000), await tokenWithoutRow(2_000)];
    expect(await statusOf(seen)).toBe(200);
    await request(seen, '/api/users/bob/sessions', { method: 'DELETE' });
    expect([await statusOf(seen), await statusOf(unseen)]).toEqual([200, 401]);
  });

  it.each([true, false])('is ended by an admin, received before or not: %s', async (isSeen) => {
    const without = await tokenWithoutRow(1_000);
    if (isSeen) expect(await statusOf(without)).toBe(200);
    const path = '/api/admin/users/bob/sessions';
    await server.request(path, { method: 'DELETE', as: server.people.admin });
    expect(await statusOf(without)).toBe(401);
  });
});
