import { setImmediate } from 'node:timers/promises';
import { verify } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { createApp } from '../app.ts';
import { requestFrom, trustedProxyConfig } from '../testing/from-address.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { Passwords } from './passwords.ts';

const SCHOOL = '203.0.113.9';
const path = endpoints.login.path;

/** The same server with another password queue. */
const withPasswords = (server: TestServer, passwords: Passwords): TestServer => ({
  ...server,
  app: createApp({ ...server.deps, passwords }),
});

/** Records, in order, the lanes for which password checks were requested. */
class NotedPasswords extends Passwords {
  readonly requested: string[] = [];

  override compare(hash: string | undefined, typed: string, lane = '') {
    this.requested.push(lane);
    return super.compare(hash, typed, lane);
  }
}

describe('a flood of wrong logins', () => {
  it('is rejected beyond a limit, and delays a correct login from elsewhere by a few turns only', async () => {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    /** The passwords in the order in which their checks began; the order in which they end is the threads'. */
    const started: string[] = [];
    // No check ends before the lane is full, however slowly the requests arrive.
    const verifyLater = async (hash: string, password: string) => {
      started.push(password);
      await begun;
      return verify(hash, password);
    };
    const limits = { running: 2, waitingPerLane: 12, waiting: 100 };
    const passwords = new NotedPasswords(limits, verifyLater);
    const server = withPasswords(await serverForTest({ config: trustedProxyConfig }), passwords);
    const flood = Array.from({ length: 80 }, (_, i) => {
      const body = { email: `n${i}@example.org`, password: 'not this one' };
      return requestFrom(server, `203.0.113.${i}`, path, { body });
    });
    // The first rejection shows that the lane is full.
    const refused = await Promise.any(
      flood.map(async (requested) => {
        const response = await requested;
        return response.status === 503 ? response : Promise.reject(new Error('not refused'));
      }),
    );
    expect(refused.refusal).toMatchObject({ error: serverMessages.serverBusy, code: 'server_busy' });
    expect(Number(refused.header('Retry-After'))).toBeGreaterThan(0);
    const right = requestFrom(server, '198.51.100.4', path, { body: server.people.alice });
    while (!passwords.requested.includes('198.51.100')) await setImmediate();
    begin();
    expect((await right).status).toBe(200);
    // After the two that ran, and one that waited.
    expect(started.indexOf(server.people.alice.password)).toBe(3);
    const statuses = (await Promise.all(flood)).map((response) => response.status);
    expect(new Set(statuses)).toEqual(new Set([401, 503]));
  });

  it('does not count the attempts that were rejected', async () => {
    const server = await serverForTest({ config: trustedProxyConfig });
    const full = withPasswords(server, new Passwords({ running: 0, waitingPerLane: 0, waiting: 0 }));
    const { alice } = server.people;
    const request = (of: TestServer, password: string) =>
      requestFrom(of, SCHOOL, path, { body: { ...alice, password } });
    for (let i = 0; i < 12; i += 1) expect((await request(full, `guess ${i}`)).status).toBe(503);
    expect((await request(server, 'not this one')).status).toBe(401);
    expect((await request(server, alice.password)).status).toBe(200);
  });

  it('does not delay accounts that signed in from the same network earlier', async () => {
    const passwords = new NotedPasswords();
    const server = withPasswords(await serverForTest({ config: trustedProxyConfig }), passwords);
    const { alice, bob } = server.people;
    for (const person of [alice, alice, bob]) await requestFrom(server, SCHOOL, path, { body: person });
    expect(passwords.requested).toEqual(['203.0.113', '203.0.113 known', '203.0.113']);
  });

  it('rejects a password change with the same message and counts no attempt', async () => {
    const server = await serverForTest();
    const full = new Passwords({ running: 0, waitingPerLane: 0, waiting: 0 });
    await expect(full.hash('a lamp of brass')).rejects.toMatchObject({ status: 503, code: 'server_busy' });
    const { app } = withPasswords(server, full);
    const { alice } = server.people;
    const response = await app.request('/api/users/alice/password', {
      method: 'PUT',
      headers: { Authorization: `Bearer ${alice.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ currentPassword: alice.password, newPassword: 'a lamp of brass' }),
    });
    expect(response.status).toBe(503);
    const passwordByUser = { limit: 'passwordByUser', key: alice.id } as const;
    for (let i = 0; i < 10; i += 1) expect(await server.deps.limits.findRefusal([passwordByUser])).toBeNull();
    expect((await server.request(path, { body: alice })).status).toBe(200);
  });
});
