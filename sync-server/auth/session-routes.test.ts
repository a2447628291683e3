import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { EndedReply, SessionsReply } from '#schema/account/session.ts';
import { SessionReply } from '#schema/account/user.ts';
import { RevisionsReply } from '#schema/editor/history.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { SESSIONS_PER_USER_MAX } from '#schema/limits.ts';
import { DEVICE_ID_HEADER } from '#schema/protocol.ts';
import { inTransaction } from '../db/transaction.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { RequestOptions, TestResponse } from '../testing/test-request.ts';
import type { TestServer } from '../testing/test-server.ts';

const MINUTE_MS = 60_000;
const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

const Begun = v.required(SessionReply);
type Begun = v.InferOutput<typeof Begun>;

/** Signs alice in on a device. */
async function signIn(server: TestServer, headers: Record<string, string> = {}): Promise<Begun> {
  const { email, password } = server.people.alice;
  return (await server.request('/api/auth/login', { body: { email, password }, headers })).read(Begun);
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const requestWith = (
  server: TestServer,
  { token }: { token: string },
  path: string,
  options: RequestOptions = {},
) => server.request(path, { ...options, headers: { ...options.headers, ...bearer(token) } });
const statusOf = async (server: TestServer, session: { token: string }): Promise<number> =>
  (await requestWith(server, session, '/api/progress')).status;
const signOut = (server: TestServer, ...tickets: string[]): Promise<TestResponse> =>
  server.request(endpoints.signOut.path, { body: { tickets } });
const listAs = async (server: TestServer, session: { token: string }) =>
  (await requestWith(server, session, '/api/users/alice/sessions')).read(SessionsReply).sessions;
const endedBy = (response: TestResponse): number => response.read(EndedReply).ended;

describe('signing out', () => {
  it('ends the session on the server by its ticket alone, and no other', async () => {
    const server = await serverForTest();
    const [phone, laptop] = [await signIn(server), await signIn(server)];
    expect(await statusOf(server, phone)).toBe(200);
    const response = await signOut(server, phone.endTicket);
    expect(response.status).toBe(200);
    expect(await statusOf(server, phone)).toBe(401);
    expect(await statusOf(server, laptop)).toBe(200);
    expect(server.log.join('\n')).toContain('"msg":"signed out"');
  });

  it('returns the same to a repeat, to an unknown ticket, and to one of another user', async () => {
    const server = await serverForTest();
    const { endTicket } = await signIn(server);
    const responses = [
      await signOut(server, endTicket),
      await signOut(server, endTicket, endTicket),
      await signOut(server, 'a-ticket-of-no-session'),
    ];
    for (const response of responses)
      expect([response.status, response.text]).toEqual([200, '{"success":true}']);
  });

  it('makes the browser clear its HTTP cache, where the ticket is sent and where the cookie is removed', async () => {
    const server = await serverForTest();
    const { endTicket } = await signIn(server);
    const page = { Origin: 'http://localhost', Handover: '1', 'Sec-Fetch-Site': 'same-origin' };
    const cookie = await server.request(endpoints.endSession.path, { method: 'DELETE', headers: page });
    const responses = [await signOut(server, endTicket), cookie];
    for (const response of responses) expect(response.header('Clear-Site-Data')).toBe('"cache"');
  });

  it('requires tickets, and accepts no more than fifty', async () => {
    const server = await serverForTest();
    const many = Array.from({ length: 51 }, (_, i) => `a-ticket-of-no-session-${i}`);
    for (const tickets of [[], many, ['short'], [7]]) {
      expect((await server.request(endpoints.signOut.path, { body: { tickets } })).status).toBe(400);
    }
  });
});

describe('the ticket that ends a session', () => {
  it('gives no access: neither as a token nor as a cookie', async () => {
    const server = await serverForTest();
    const { endTicket } = await signIn(server);
    const headers = { ...bearer(endTicket), Cookie: `carrel-handover=${endTicket}` };
    expect((await server.request('/api/auth/me', { headers })).status).toBe(401);
    const page = { Origin: 'http://localhost', Handover: '1', 'Sec-Fetch-Site': 'same-origin' };
    const resumed = await server.request(endpoints.resumeSession.path, {
      method: 'POST',
      headers: { ...headers, ...page },
    });
    expect(resumed.read(endpoints.resumeSession.output).session).toBeNull();
  });

  it('is stored as a hash only, and never logged', async () => {
    const server = await serverForTest();
    const { endTicket } = await signIn(server);
    const rows = await server.deps.db.selectFrom('sessions').selectAll().execute();
    await signOut(server, endTicket);
    expect(JSON.stringify(rows) + server.log.join('\n')).not.toContain(endTicket);
  });

  it('is the same with each reissued token: after a lost reply the device’s ticket is still valid', async () => {
    const server = await serverForTest();
    const session = await signIn(server);
    server.clock.advance(16 * 24 * 60 * MINUTE_MS);
    const refreshed = (await requestWith(server, session, '/api/auth/me')).read(endpoints.me.output);
    expect(refreshed.endTicket).toBe(session.endTicket);
    expect(refreshed.token).not.toBe(session.token);
    await signOut(server, session.endTicket);
    expect(await statusOf(server, { token: refreshed.token ?? '' })).toBe(401);
  });
});

describe('a login', () => {
  const device = { [DEVICE_ID_HEADER]: 'a-device-of-alices' };

  it('on the same device ends that device’s older session, and no other user’s there', async () => {
    const server = await serverForTest();
    const { bob } = server.people;
    const body = { email: bob.email, password: bob.password };
    const other = (await server.request('/api/auth/login', { body, headers: device })).read(SessionReply);
    const older = await signIn(server, device);
    const elsewhere = await signIn(server, { [DEVICE_ID_HEADER]: 'another-of-alices' });
    const nameless = await signIn(server);
    const newer = await signIn(server, device);
    expect(await statusOf(server, older)).toBe(401);
    for (const session of [newer, elsewhere, nameless, other])
      expect(await statusOf(server, session)).toBe(200);
  });

  it.each(['', 'short', 'x'.repeat(65), 'with spaces in between', '<b>bold-and-long-enough</b>'])(
    'succeeds with the invalid device id %j, and ends nothing',
    async (id) => {
      const server = await serverForTest();
      const older = await signIn(server, { [DEVICE_ID_HEADER]: id });
      await signIn(server, { [DEVICE_ID_HEADER]: id });
      expect(await statusOf(server, older)).toBe(200);
    },
  );

  it('beyond a hundred sessions of one user ends the one that was unused longest', async () => {
    const server = await serverForTest();
    const first = await signIn(server);
    server.clock.advance(MINUTE_MS);
    const row = await server.deps.db.selectFrom('sessions').selectAll().limit(1).executeTakeFirstOrThrow();
    const lastSeenAt = server.clock.now().toISOString();
    const others = Array.from({ length: SESSIONS_PER_USER_MAX - 1 }, (_, i) => ({
      ...{ ...row, id: `other-${i}`, endTicketHash: `hash ${i}`, userId: 'alice', lastSeenAt },
    }));
    await inTransaction(server.deps.db, (trx) =>
      trx.deleteFrom('sessions').where('id', '=', row.id).execute(),
    );
    await inTransaction(server.deps.db, (trx) => trx.insertInto('sessions').values(others).execute());
    expect(await statusOf(server, first)).toBe(200);
    server.clock.advance(MINUTE_MS);
    const last = await signIn(server);
    expect(await statusOf(server, first)).toBe(401);
    expect(await statusOf(server, last)).toBe(200);
  });
});

describe('the list of the user’s devices', () => {
  it('names each, states when it was last seen, and marks the requesting one', async () => {
    const server = await serverForTest();
    const { email, password } = { email: 'dora@example.org', password: 'a desk by the window' };
    const dora = { name: 'Dora', email, password };
    const phone = (
      await server.request('/api/auth/register', { body: dora, headers: { 'User-Agent': PHONE } })
    ).read(Begun);
    server.clock.advance(90 * MINUTE_MS);
    const laptop = (
      await server.request('/api/auth/login', {
        body: { email, password },
        headers: { 'User-Agent': LAPTOP },
      })
    ).read(Begun);
    const path = `/api/users/${phone.user.id}/sessions`;
    const { sessions } = (await requestWith(server, phone, path)).read(SessionsReply);
    const at = (ms: number) => new Date(server.clock.now().getTime() - ms).toISOString();
    expect(sessions).toMatchObject([
      { deviceName: 'Chrome on Android', createdAt: at(90 * MINUTE_MS), lastSeenAt: at(0), isCurrent: true },
      { deviceName: 'Firefox on Linux', createdAt: at(0), lastSeenAt: at(0), isCurrent: false },
    ]);
    const asLaptop = (await requestWith(server, laptop, path)).read(SessionsReply).sessions;
    expect(asLaptop.map((one) => [one.deviceName, one.isCurrent])).toEqual([
      ['Firefox on Linux', true],
      ['Chrome on Android', false],
    ]);
    expect((await requestWith(server, phone, path)).text).not.toMatch(/ticket|token|deviceId/i);
  });

  it('can end each of them, also repeatedly, and never another user’s', async () => {
    const server = await serverForTest();
    const [phone, laptop] = [await signIn(server), await signIn(server)];
    const before = await listAs(server, laptop);
    const stranger = await server.deps.db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', 'bob')
      .executeTakeFirstOrThrow();
    const end = (id: string) =>
      requestWith(server, laptop, `/api/users/alice/sessions/${id}`, { method: 'DELETE' });
    expect(endedBy(await end(stranger.id))).toBe(0);
    expect(await statusOf(server, server.people.bob)).toBe(200);
    expect(await statusOf(server, phone)).toBe(200);
    for (const { id, isCurrent } of before) if (!isCurrent) expect(endedBy(await end(id))).toBe(1);
    expect(endedBy(await end(before[1]?.id ?? ''))).toBe(0);
    expect(await statusOf(server, phone)).toBe(401);
    expect(await listAs(server, laptop)).toMatchObject([{ isCurrent: true }]);
  });

  it('ends all others at once', async () => {
    const server = await serverForTest();
    const [phone, tablet, laptop] = [await signIn(server), await signIn(server), await signIn(server)];
    const response = await requestWith(server, laptop, '/api/users/alice/sessions', { method: 'DELETE' });
    // The fourth is the session that the test users begin with.
    expect(endedBy(response)).toBe(3);
    expect(await statusOf(server, phone)).toBe(401);
    expect(await statusOf(server, tablet)).toBe(401);
    expect(await statusOf(server, laptop)).toBe(200);
  });

  it('cannot be read or changed by others, not even by an admin', async () => {
    const server = await serverForTest();
    const { bob, admin } = server.people;
    for (const as of [bob, admin]) {
      expect((await server.request('/api/users/alice/sessions', { as })).status).toBe(403);
      const ended = await server.request('/api/users/alice/sessions', { as, method: 'DELETE' });
      expect(ended.status).toBe(403);
    }
  });
});

describe('a new password', () => {
  it('leaves only the device in the list that changed it', async () => {
    const server = await serverForTest();
    const [phone, laptop] = [await signIn(server), await signIn(server)];
    const response = await requestWith(server, laptop, '/api/users/alice/password', {
      method: 'PUT',
      body: { currentPassword: server.people.alice.password, newPassword: 'another lamp for the desk' },
    });
    const { token, endTicket = '' } = response.read(endpoints.changePassword.output);
    expect(await statusOf(server, phone)).toBe(401);
    expect(await listAs(server, { token })).toMatchObject([{ isCurrent: true }]);
    await signOut(server, endTicket);
    expect(await statusOf(server, { token })).toBe(401);
  });
});

describe('an admin', () => {
  it('can end every session of a user, which the history records', async () => {
    const server = await serverForTest();
    const { admin, alice } = server.people;
    const phone = await signIn(server);
    const end = (userId: string) =>
      server.request(`/api/admin/users/${userId}/sessions`, { as: admin, method: 'DELETE' });
    expect(endedBy(await end('alice'))).toBe(2);
    expect(await statusOf(server, phone)).toBe(401);
    expect(await statusOf(server, alice)).toBe(401);
    expect(await statusOf(server, admin)).toBe(200);
    const { revisions } = (await server.request('/api/admin/audit', { as: admin })).read(RevisionsReply);
    expect(revisions[0]).toMatchObject({
      ...{ kind: 'update', entity: 'user', entityId: 'alice', title: 'alice Ashdown', userId: 'admin' },
      after: { sessionsEnded: 2 },
    });
    expect(server.log.join('\n')).toContain('"msg":"sessions ended by an admin"');
    const unknownUser = await end('nobody-at-all');
    expect([unknownUser.status, unknownUser.refusal.code]).toEqual([404, 'user_not_found']);
  });
});
