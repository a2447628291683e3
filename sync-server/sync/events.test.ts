import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import type { Person } from '../testing/people.ts';
import { listeningServerForTest, serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { addLesson, sendBatch } from './sync-for-test.ts';

const MINUTE_MS = 60_000;

/** An open stream of a user: returns the events since the last read, without waiting for more. */
async function listenAs(server: TestServer, person: Person) {
  const response = await server.app.request('/api/events', {
    headers: { Authorization: `Bearer ${person.token}` },
  });
  expect(response.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8');
  if (response.body === null) throw new Error('The stream has no body');
  const reader = response.body.getReader();
  const next = async () => {
    const { value, done } = await reader.read();
    return done ? null : new TextDecoder().decode(value);
  };
  expect(await next()).toBe('data: pull\n\n');
  return { next, close: () => reader.cancel() };
}

const addLessonTo = (server: TestServer, id = 'ebb') =>
  sendBatch(server, [addLesson(id)], { as: server.people.admin });

describe('the stream of events', () => {
  it('sends pull to users whom a change concerns, and to no other user', async () => {
    const server = await serverForTest();
    const { alice, bob, admin } = server.people;
    await server.request('/api/courses/tides/activate', {
      as: alice,
      body: { activationCode: 'TIDES-CODE-1' },
    });
    await server.deps.changeWatch.poll();
    const streams = await Promise.all([alice, bob, admin].map((person) => listenAs(server, person)));
    const [ofAlice, ofBob, ofAdmin] = streams.map(({ next }) => next());
    await addLessonTo(server);
    await server.deps.changeWatch.poll();
    expect(await ofAlice).toBe('data: pull\n\n');
    expect(await ofAdmin).toBe('data: pull\n\n');
    await server.deps.eventStreams.sendHeartbeats();
    expect(await ofBob).toBe(': still here\n\n');
  });

  it('reports a commit of this process at once, without the next poll', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await serverForTest();
    server.deps.changeWatch.start();
    const { next } = await listenAs(server, server.people.admin);
    await addLessonTo(server, 'a');
    expect(await next()).toBe('data: pull\n\n');
    await addLessonTo(server, 'b');
    expect(await next()).toBe('data: pull\n\n');
  });

  it('reports a commit after a pause in the same turn of the event loop, without a timer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await serverForTest();
    server.deps.changeWatch.start();
    const { next } = await listenAs(server, server.people.admin);
    await addLessonTo(server);
    expect(await next()).toBe('data: pull\n\n');
  });

  it('combines many changes into one event, and repeats none', async () => {
    const server = await serverForTest();
    const { next } = await listenAs(server, server.people.admin);
    await server.deps.changeWatch.poll();
    expect(await next()).toBe('data: pull\n\n');
    for (const id of ['a', 'b', 'c']) await addLessonTo(server, id);
    await server.deps.changeWatch.poll();
    await server.deps.changeWatch.poll();
    await server.deps.eventStreams.sendHeartbeats();
    expect(await next()).toBe('data: pull\n\n');
    expect(await next()).toBe(': still here\n\n');
  });

  it('reports the user’s own changes to their other devices', async () => {
    const server = await serverForTest();
    const { bob } = server.people;
    await server.deps.changeWatch.poll();
    const { next } = await listenAs(server, bob);
    await server.request('/api/users/bob', { method: 'PUT', as: bob, body: { name: 'Bob the Second' } });
    await server.deps.changeWatch.poll();
    expect(await next()).toBe('data: pull\n\n');
  });

  it.each<[string, (server: TestServer) => Promise<unknown>]>([
    [
      'a password was changed',
      ({ deps }) =>
        inTransaction(deps.db, (trx) =>
          trx.updateTable('users').set({ tokenVersion: 2 }).where('id', '=', 'bob').execute(),
        ),
    ],
    [
      'the session was ended',
      ({ deps }) =>
        inTransaction(deps.db, (trx) =>
          trx.updateTable('sessions').set({ endedAt: 'now' }).where('userId', '=', 'bob').execute(),
        ),
    ],
    [
      'an account was deleted',
      ({ deps }) =>
        inTransaction(deps.db, (trx) => trx.deleteFrom('users').where('id', '=', 'bob').execute()),
    ],
    ['the token expired', async ({ clock }) => clock.advance(31 * 24 * 60 * MINUTE_MS)],
  ])('ends when %s', async (_, end) => {
    const server = await serverForTest();
    const { next } = await listenAs(server, server.people.bob);
    await end(server);
    await server.deps.eventStreams.sendHeartbeats();
    expect(await next()).toBeNull();
    expect(server.deps.eventStreams.count).toBe(0);
  });

  it('sends no course events to an admin who was demoted', async () => {
    const server = await serverForTest();
    const { carol, admin } = server.people;
    const setRole = (role: string) =>
      server.request('/api/admin/users/carol/role', { method: 'PUT', as: admin, body: { role } });
    await setRole('admin');
    await server.deps.changeWatch.poll();
    const { next } = await listenAs(server, carol);
    await setRole('user');
    await server.deps.changeWatch.poll();
    expect(await next()).toBe('data: pull\n\n');
    await addLessonTo(server);
    await server.deps.changeWatch.poll();
    await server.deps.eventStreams.sendHeartbeats();
    expect(await next()).toBe(': still here\n\n');
  });

  it('survives a heartbeat for which the sessions cannot be read', async () => {
    const server = await serverForTest();
    const { next } = await listenAs(server, server.people.bob);
    const rename = (from: string, to: string) =>
      inTransaction(server.deps.db, (trx) => trx.schema.alterTable(from).renameTo(to).execute());
    await rename('sessions', 'lost');
    await server.deps.eventStreams.sendHeartbeats();
    expect(server.log.join('')).toContain('the sessions of event streams could not be checked');
    await rename('lost', 'sessions');
    await server.deps.eventStreams.sendHeartbeats();
    expect(await next()).toBe(': still here\n\n');
  });

  it('is limited to a few per user; a new one ends the oldest', async () => {
    const server = await serverForTest();
    const streams = [];
    for (let n = 0; n < 9; n += 1) streams.push(await listenAs(server, server.people.bob));
    expect(server.deps.eventStreams.count).toBe(8);
    expect(await streams[0]?.next()).toBeNull();
  });

  it('disconnects a client that reads nothing', async () => {
    const server = await serverForTest();
    await listenAs(server, server.people.bob);
    for (let n = 0; n < 40; n += 1) await server.deps.eventStreams.sendHeartbeats();
    expect(server.deps.eventStreams.count).toBe(0);
  });

  it('over a real connection ends with the client, and with the server at once', async () => {
    const server = await listeningServerForTest();
    const { alice } = server.people;
    const leaving = new AbortController();
    const open = (signal?: AbortSignal) =>
      fetch(`${server.url}/api/events`, {
        headers: { Authorization: `Bearer ${alice.token}` },
        ...(signal === undefined ? {} : { signal }),
      });
    const left = await open(leaving.signal);
    const stays = await open();
    const reader = stays.body?.getReader();
    await left.body?.getReader().read();
    await reader?.read();
    expect(server.deps.eventStreams.count).toBe(2);
    leaving.abort();
    await expect.poll(() => server.deps.eventStreams.count).toBe(1);
    const end = reader?.read();
    server.deps.eventStreams.close();
    expect((await end)?.done).toBe(true);
  });

  it('is rejected without a session, and has no body for HEAD', async () => {
    const server = await serverForTest();
    expect((await server.request('/api/events')).status).toBe(401);
    await server.request('/api/events', { method: 'HEAD', as: server.people.bob });
    expect(server.deps.eventStreams.count).toBe(0);
  });
});
