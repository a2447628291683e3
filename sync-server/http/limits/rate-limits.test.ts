import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import { createTestServer, type TestServer } from '#sync-server/testing/test-server.ts';

const MINUTE_MS = 60_000;
const TRIES_PER_ACCOUNT = 10;
const TRIES_PER_LEARNER = 15;
const ACTIVATE = '/api/courses/tides/activate';

afterEach(() => {
  vi.useRealTimers();
});

/** Users behind a trusted proxy: tests can choose an address. */
const config = { trustedProxies: ['192.0.2.1'] };
const wrong = { email: 'alice@example.org', password: 'not this one' };

async function failLogins(server: TestServer, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i += 1) {
    statuses.push((await server.request('/api/auth/login', { body: wrong })).status);
  }
  return statuses;
}

describe('guessing passwords', () => {
  it('ends after ten attempts on one account, with Retry-After and a message', async () => {
    const server = await serverForTest();
    const statuses = await failLogins(server, TRIES_PER_ACCOUNT);
    expect(new Set(statuses)).toEqual(new Set([401]));
    const response = await server.request('/api/auth/login', { body: wrong });
    expect(response.status).toBe(429);
    expect(response.refusal).toMatchObject({
      error: serverMessages.tooManyRequests,
      code: 'too_many_requests',
    });
    expect(Number(response.header('Retry-After'))).toBeGreaterThan(0);
  });

  it('is limited in a burst that arrives at once', async () => {
    const server = await serverForTest();
    const burst = Array.from({ length: 30 }, () => server.request('/api/auth/login', { body: wrong }));
    const statuses = (await Promise.all(burst)).map((response) => response.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(TRIES_PER_ACCOUNT);
  });

  it('does not lock out other accounts, and a correct password is not counted', async () => {
    const server = await serverForTest();
    for (let i = 0; i < TRIES_PER_ACCOUNT + 5; i += 1) {
      expect((await server.request('/api/auth/login', { body: server.people.bob })).status).toBe(200);
    }
    await failLogins(server, TRIES_PER_ACCOUNT + 1);
    expect((await server.request('/api/auth/login', { body: server.people.bob })).status).toBe(200);
  });

  it('from elsewhere does not lock out the owner', async () => {
    const server = await serverForTest({ config });
    const from = (address: string) => ({
      fetch: (body: object) =>
        server.app.request(
          '/api/auth/login',
          {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
            body: JSON.stringify(body),
          },
          { incoming: { socket: { remoteAddress: '192.0.2.1' } } },
        ),
    });
    for (let i = 0; i < TRIES_PER_ACCOUNT; i += 1) await from('203.0.113.9').fetch(wrong);
    expect((await from('203.0.113.9').fetch(server.people.alice)).status).toBe(429);
    expect((await from('198.51.100.4').fetch(server.people.alice)).status).toBe(200);
  });

  it('is possible again after fifteen minutes', async () => {
    const server = await serverForTest();
    await failLogins(server, TRIES_PER_ACCOUNT + 1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * MINUTE_MS + 1_000 });
    expect((await server.request('/api/auth/login', { body: wrong })).status).toBe(401);
  });

  it('is still counted after a restart', async () => {
    const before = await createTestServer({ keepData: true });
    const { dataFolder } = before.deps.config;
    onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
    await failLogins(before, TRIES_PER_ACCOUNT);
    await before.close();
    const after = await createTestServer({ dataFolder });
    onTestFinished(() => after.close());
    expect(await failLogins(after, 1)).toEqual([429]);
  });
});

describe('guessing activation codes', () => {
  it('ends after fifteen attempts of one learner, without affecting others at the same address', async () => {
    const server = await serverForTest();
    const guess = { as: server.people.alice, body: { activationCode: 'A GUESS' } };
    for (let i = 0; i < TRIES_PER_LEARNER; i += 1)
      expect((await server.request(ACTIVATE, guess)).status).toBe(400);
    const response = await server.request(ACTIVATE, { ...guess, key: randomUUID() });
    expect(response.status).toBe(429);
    expect(response.header('Receipt')).toBeNull();
    const body = { activationCode: 'TIDES-CODE-1' };
    expect((await server.request(ACTIVATE, { as: server.people.bob, body })).status).toBe(200);
  });

  it('never blocks the repeat of a finished command', async () => {
    const server = await serverForTest();
    const options = { as: server.people.alice, key: randomUUID(), body: { activationCode: 'A GUESS' } };
    const first = await server.request(ACTIVATE, options);
    for (let i = 0; i < TRIES_PER_LEARNER; i += 1) {
      await server.request(ACTIVATE, { as: server.people.alice, body: options.body });
    }
    const repeat = await server.request(ACTIVATE, options);
    expect([repeat.status, repeat.text]).toEqual([first.status, first.text]);
  });
});

describe('signing up', () => {
  it('works for a whole classroom behind one address', async () => {
    const server = await serverForTest();
    for (let i = 0; i < 35; i += 1) {
      const body = { name: `Pupil ${i}`, email: `pupil${i}@example.org`, password: 'a long enough one' };
      expect((await server.request('/api/auth/register', { body })).status).toBe(200);
    }
  });
});
