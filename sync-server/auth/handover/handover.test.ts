import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { PasswordReply } from '#schema/account/profile.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { HANDOVER_HEADER } from '#schema/protocol.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { endAllSessions, listLiveSessions } from '#sync-server/sessions/session-queries.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import type { TestResponse } from '#sync-server/testing/test-request.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';

const PATH = endpoints.resumeSession.path;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Request headers of a page of this server. */
const page = { Origin: 'http://localhost', [HANDOVER_HEADER]: '1', 'Sec-Fetch-Site': 'same-origin' };

const cookieOf = (response: TestResponse): string =>
  (response.header('Set-Cookie') ?? '').split(';')[0] ?? '';

/** Signs alice in from a page and returns the cookies that her browser stores. */
async function signIn(server: TestServer): Promise<string> {
  const { email, password } = server.people.alice;
  return cookieOf(await server.request('/api/auth/login', { body: { email, password }, headers: page }));
}

const resume = (server: TestServer, cookie: string, headers: Record<string, string> = page) =>
  server.request(PATH, { method: 'POST', headers: { ...headers, Cookie: cookie } });

const sessionOf = (response: TestResponse) => response.read(endpoints.resumeSession.output).session;

describe('the hand-over cookie', () => {
  it('is set at login and sign-up, inaccessible to scripts and other sites, for one path', async () => {
    const server = await serverForTest();
    const { email, password } = server.people.bob;
    const dora = { name: 'Dora', email: 'dora@example.org', password: 'a desk by the window' };
    const replies = [
      await server.request('/api/auth/login', { body: { email, password }, headers: page }),
      await server.request('/api/auth/register', { body: dora, headers: page }),
      await server.request('/api/auth/admin/login', { body: server.people.admin, headers: page }),
    ];
    for (const response of replies) {
      expect(response.header('Set-Cookie')).toMatch(
        /^carrel-handover=[\w.-]+; Max-Age=2592000; Path=\/api\/auth\/session; HttpOnly; SameSite=Strict$/,
      );
    }
  });

  it('is sent over HTTPS only, under a name that only HTTPS can set', async () => {
    const { alice } = (await serverForTest()).people;
    const body = { email: alice.email, password: alice.password };
    const trustedProxyConfig = await serverForTest({ config: { publicUrl: 'https://learn.example.org' } });
    const byOrigin = await serverForTest();
    const replies = [
      await trustedProxyConfig.request('/api/auth/login', { body, headers: { Referer: 'http://10.0.0.1/' } }),
      await byOrigin.request('/api/auth/login', { body, headers: { Origin: 'https://learn.example.org' } }),
    ];
    for (const response of replies) {
      expect(response.headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^__Host-carrel-handover=ey[^;]+; Max-Age=2592000; Path=\/; [^;]+; [^;]+; Secure$/,
        ),
      ]);
    }
    const origin = { ...page, Origin: 'https://learn.example.org' };
    const [first] = replies;
    expect(first && sessionOf(await resume(trustedProxyConfig, cookieOf(first), origin))?.user.id).toBe(
      'alice',
    );
  });

  it('is not set for programs', async () => {
    const server = await serverForTest();
    const { email, password } = server.people.alice;
    const response = await server.request('/api/auth/login', { body: { email, password } });
    expect(response.status).toBe(200);
    expect(response.header('Set-Cookie')).toBeNull();
  });

  it('begins a session where there is none, and is reissued with it', async () => {
    const server = await serverForTest();
    const response = await resume(server, await signIn(server));
    const session = sessionOf(response);
    expect(session?.user).toMatchObject({ id: 'alice', email: 'alice@example.org' });
    const headers = { Authorization: `Bearer ${session?.token}` };
    expect((await server.request('/api/progress', { headers })).status).toBe(200);
    expect(cookieOf(response)).toMatch(/^carrel-handover=ey/);
    expect(response.header('Cache-Control')).toBe('no-store');
  });

  it('authorises no other call, neither as a cookie nor as a token', async () => {
    const server = await serverForTest();
    const cookie = await signIn(server);
    const token = cookie.split('=')[1] ?? '';
    const tries: Record<string, string>[] = [
      { ...page, Cookie: cookie },
      { ...page, Authorization: `Bearer ${token}` },
    ];
    for (const headers of tries) {
      for (const path of ['/api/auth/me', '/api/progress', '/api/sync', '/api/courses/tides/content']) {
        expect((await server.request(path, { headers })).status).toBe(401);
      }
      const body = { entries: [] };
      expect((await server.request('/api/progress', { method: 'PUT', body, headers })).status).toBe(401);
    }
  });

  it.each<[string, Record<string, string>]>([
    ['another site', { ...page, Origin: 'https://evil.example' }],
    ['a sandboxed frame', { ...page, Origin: 'null' }],
    ['a page that the browser calls another site’s', { ...page, 'Sec-Fetch-Site': 'cross-site' }],
    ['a neighbour under the same name', { ...page, 'Sec-Fetch-Site': 'same-site' }],
    ['another port of this machine', { ...page, Origin: 'http://localhost:8080' }],
    ['a form, which sends no header of ours', { Origin: 'http://localhost' }],
    ['a request without an origin', { [HANDOVER_HEADER]: '1' }],
  ])('is not accepted from %s', async (_, headers) => {
    const server = await serverForTest();
    const cookie = await signIn(server);
    const response = await resume(server, cookie, headers);
    expect(response.status).toBe(403);
    expect(response.text).not.toContain('token');
    expect(response.header('Set-Cookie')).toBeNull();
    const ended = await server.request(PATH, { method: 'DELETE', headers: { ...headers, Cookie: cookie } });
    expect(ended.status).toBe(403);
    expect(ended.header('Set-Cookie')).toBeNull();
  });

  it('begins nothing when forged, of another kind or absent, and is removed', async () => {
    const server = await serverForTest();
    const session = await server.deps.sessions.issue({ id: 'alice', tokenVersion: 1 }, server.clock.now());
    const cookie = await signIn(server);
    for (const one of [
      `carrel-handover=${session}`,
      `${cookie.slice(0, -3)}AAA`,
      'carrel-handover=',
      'x=y',
    ]) {
      const response = await resume(server, one);
      expect(response.status).toBe(200);
      expect(sessionOf(response)).toBeNull();
      expect(response.header('Set-Cookie')).toMatch(/^carrel-handover=; Max-Age=0; /);
    }
  });

  it('is removed at sign-out', async () => {
    const server = await serverForTest();
    const headers = { ...page, Cookie: await signIn(server) };
    const response = await server.request(PATH, { method: 'DELETE', headers });
    expect(response.status).toBe(200);
    expect(response.header('Set-Cookie')).toMatch(
      /^carrel-handover=; Max-Age=0; Path=\/api\/auth\/session; HttpOnly; SameSite=Strict$/,
    );
  });

  it('is void after a password change, except for the session that changed it', async () => {
    const server = await serverForTest();
    const old = await signIn(server);
    const { alice } = server.people;
    const response = await server.request('/api/users/alice/password', {
      method: 'PUT',
      as: alice,
      headers: page,
      body: { currentPassword: alice.password, newPassword: 'another lamp for the desk' },
    });
    expect(response.read(PasswordReply).token).not.toBe('');
    expect(sessionOf(await resume(server, old))).toBeNull();
    expect(sessionOf(await resume(server, cookieOf(response)))?.user.id).toBe('alice');
  });

  it.each(['admin', 'user'] as const)('is void once the role of its user was changed to %s', async (role) => {
    const server = await serverForTest();
    const { people, request } = server;
    const other = role === 'admin' ? 'user' : 'admin';
    const setRole = (to: string) =>
      request('/api/admin/users/alice/role', { method: 'PUT', as: people.admin, body: { role: to } });
    await setRole(other);
    const cookie = await signIn(server);
    expect(sessionOf(await resume(server, cookie))?.user.role).toBe(other);
    expect((await setRole(role)).status).toBe(200);
    expect(sessionOf(await resume(server, cookie))).toBeNull();
  });

  it('begins nothing once its original session has ended', async () => {
    const server = await serverForTest();
    const { email, password } = server.people.alice;
    const login = await server.request('/api/auth/login', { body: { email, password }, headers: page });
    const { endTicket } = login.read(endpoints.login.output);
    const cookie = cookieOf(login);
    const app = await resume(server, cookie);
    expect(sessionOf(app)?.user.id).toBe('alice');
    await server.request(endpoints.signOut.path, { body: { tickets: [endTicket] } });
    expect(sessionOf(await resume(server, cookie))).toBeNull();
    // The app session that it began is independent.
    expect(sessionOf(await resume(server, cookieOf(app)))?.user.id).toBe('alice');
  });

  it('becomes void when its user is deleted, and after thirty days', async () => {
    const server = await serverForTest();
    const cookie = await signIn(server);
    server.clock.advance(29 * DAY_MS);
    expect(sessionOf(await resume(server, cookie))).not.toBeNull();
    server.clock.advance(2 * DAY_MS);
    expect(sessionOf(await resume(server, cookie))).toBeNull();
    const fresh = await signIn(server);
    await inTransaction(server.deps.db, (trx) => trx.deleteFrom('users').where('id', '=', 'alice').execute());
    expect(sessionOf(await resume(server, fresh))).toBeNull();
  });

  it("is reissued with the new token when half of the session's time has passed", async () => {
    const server = await serverForTest();
    server.clock.advance(16 * DAY_MS);
    const headers = { Referer: 'http://localhost/dashboard' };
    const response = await server.request('/api/auth/me', { as: server.people.alice, headers });
    expect(sessionOf(await resume(server, cookieOf(response)))?.user.id).toBe('alice');
  });

  it('begins no session within a batch', async () => {
    const server = await serverForTest();
    const headers = { ...page, Cookie: await signIn(server) };
    const requests = [{ id: 'one', method: 'POST', path: PATH, headers: page }];
    const response = await server.request('/api/batch', {
      as: server.people.alice,
      body: { requests },
      headers,
    });
    const { responses } = response.read(v.object({ responses: v.array(v.object({ status: v.number() })) }));
    expect(responses[0]?.status).toBeGreaterThanOrEqual(400);
  });

  it('is never written to the log', async () => {
    const server = await serverForTest();
    const cookie = await signIn(server);
    await resume(server, cookie);
    expect(server.log.join('\n')).toContain('session handover');
    expect(server.log.join('\n')).not.toContain(cookie.split('=')[1]);
  });
});

describe('a session that ends while its cookie begins another', () => {
  it('is not continued', async () => {
    const server = await serverForTest();
    const { db, clock, handovers } = server.deps;
    const cookie = await signIn(server);
    const reads = vi.spyOn(handovers, 'read');
    const begun = await inTransaction(db, async (trx) => {
      const sent = resume(server, cookie);
      await waitFor(() => expect(reads.mock.settledResults).toHaveLength(1));
      await endAllSessions(trx, { userId: 'alice', at: clock.now().toISOString() }, null);
      return { sent };
    });
    expect(sessionOf(await begun.sent)).toBeNull();
    expect(await listLiveSessions(db, 'alice', clock.now())).toEqual([]);
  });
});
