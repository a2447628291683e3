import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { PushedPage } from '#schema/sync/pull.ts';
import { getLastSequence } from '../db/changes/changes-queries.ts';
import { inTransaction } from '../db/transaction.ts';
import { readContextOf } from '../editor/edit-route.ts';
import type { Person } from '../testing/people.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { Cursors } from './cursor.ts';
import { createPushedPages } from './pushed-page.ts';
import { activate, addLesson, edit, labels, pull, sendBatch } from './sync-for-test.ts';

/** An open stream of a device that accepts changes: returns the data of the next event, null at the end. */
async function listenAs(server: TestServer, person: Person) {
  await server.deps.changeWatch.poll();
  const headers = { Authorization: `Bearer ${person.token}` };
  const response = await server.app.request('/api/events?with=changes', { headers });
  const reader = response.body?.getReader();
  const next = async () => {
    const part = await reader?.read();
    return part?.value === undefined ? null : new TextDecoder().decode(part.value).slice('data: '.length, -2);
  };
  expect(await next()).toBe('pull');
  return next;
}

const readPage = (data: string | null) => v.parse(PushedPage, JSON.parse(data ?? ''));

describe('an event for a device that accepts changes', () => {
  it('contains a small change, from where the event before it ended', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const next = await listenAs(server, admin);
    await edit(server, 'lessons/tides-lesson-1', { title: 'Neap tides' });
    await server.deps.changeWatch.poll();
    const first = readPage(await next());
    expect(labels(first.changes)).toEqual(['course tides', 'lesson tides-lesson-1']);
    const { sequence, cursor } = await pull(server, admin, { cursor: first.cursor });
    expect({ sequence, cursor }).toEqual({ sequence: first.sequence, cursor: first.cursor });
    await edit(server, 'lessons/tides-lesson-2', { title: 'Spring tides' });
    await server.deps.changeWatch.poll();
    const second = readPage(await next());
    expect(labels(second.changes)).toEqual(['course tides', 'lesson tides-lesson-2']);
    expect(second.after).toBe(first.sequence);
  });

  it.each<[string, (server: TestServer) => Promise<unknown>]>([
    ['a large change', (server) => edit(server, 'lessons/tides-lesson-1', { content: largeText() })],
    [
      'many changes',
      (server) =>
        sendBatch(
          server,
          Array.from({ length: 21 }, (_, at) => addLesson(`added-${at}`)),
          { as: server.people.admin },
        ),
    ],
    [
      'the user’s own row',
      (server) =>
        server.request('/api/users/alice', { method: 'PUT', as: server.people.alice, body: { name: 'Al' } }),
    ],
  ])('is a hint for %s, and the next one contains only later changes', async (_, change) => {
    const server = await serverForTest();
    const { alice } = server.people;
    await activate(server, alice);
    const next = await listenAs(server, alice);
    await change(server);
    await server.deps.changeWatch.poll();
    expect(await next()).toBe('pull');
    await edit(server, 'lessons/tides-lesson-2', { title: 'Spring tides' });
    await server.deps.changeWatch.poll();
    expect(labels(readPage(await next()).changes)).toEqual(['course tides', 'lesson tides-lesson-2']);
  });

  it('contains nothing of a course that the user has no access to, nor of another user', async () => {
    const server = await serverForTest();
    const { alice, bob } = server.people;
    await activate(server, alice);
    const [ofAlice, ofBob] = [await listenAs(server, alice), await listenAs(server, bob)];
    await edit(server, 'lessons/tides-lesson-1', { title: 'Neap tides' });
    await server.deps.changeWatch.poll();
    expect(labels(readPage(await ofAlice()).changes)).toEqual(['course tides', 'lesson tides-lesson-1']);
    await activate(server, bob, 'TIDES-CODE-2');
    await server.deps.changeWatch.poll();
    // The activation is pulled, and nothing came before it.
    expect(await ofBob()).toBe('pull');
  });

  it('is not sent to a session that has ended since', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    await activate(server, alice);
    const next = await listenAs(server, alice);
    await inTransaction(server.deps.db, (trx) =>
      trx.updateTable('sessions').set({ endedAt: 'now' }).where('userId', '=', 'alice').execute(),
    );
    await edit(server, 'lessons/tides-lesson-1', { title: 'Neap tides' });
    await server.deps.changeWatch.poll();
    expect(await next()).toBeNull();
  });
});

describe('the page for several devices of a user', () => {
  /** Pushed pages that count how often the database is read. */
  const countReads = (server: TestServer) => {
    let reads = 0;
    const readContextAt = (now: Date) => {
      reads += 1;
      return readContextOf(server.deps, now);
    };
    const cursors = new Cursors(new TextEncoder().encode('a secret of the test'));
    return {
      readPage: createPushedPages({ ...server.deps, cursors, readContextAt }),
      readCount: () => reads,
    };
  };

  it('is read once for those that are at the same position', async () => {
    const server = await serverForTest();
    const { readPage: read, readCount } = countReads(server);
    const sequence = await getLastSequence(server.deps.db);
    await edit(server, 'lessons/tides-lesson-1', { title: 'Neap tides' });
    const position = { sequence, scope: 'all' } as const;
    const [first, second] = await Promise.all([1, 2].map(() => read('admin', position, sequence + 2)));
    expect(readCount()).toBe(1);
    expect(labels(first?.changes ?? [])).toEqual(['course tides', 'lesson tides-lesson-1']);
    expect(second).toEqual(first);
  });

  it('is read again for a stream that is notified of a later change, and once it has been sent', async () => {
    const server = await serverForTest();
    const { readPage: read, readCount } = countReads(server);
    const sequence = await getLastSequence(server.deps.db);
    const position = { sequence, scope: 'all' } as const;
    await Promise.all([read('admin', position, sequence), read('admin', position, sequence + 1)]);
    expect(readCount()).toBe(2);
    await read('admin', position, sequence + 1);
    expect(readCount()).toBe(3);
  });

  it('is of one user', async () => {
    const server = await serverForTest();
    const { readPage: read, readCount } = countReads(server);
    const position = { sequence: 0, scope: 'own' } as const;
    await Promise.all(['alice', 'bob'].map((id) => read(id, position, 0)));
    expect(readCount()).toBe(2);
  });
});

/** Text that is larger than an event may be. */
const largeText = () => `<p>${'Water. '.repeat(4_000)}</p>`;
