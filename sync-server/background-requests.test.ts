import { once } from 'node:events';
import { get } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import type { AppEnv } from './http/reply.ts';
import { listen } from './listen.ts';

/** A server that replies to no pull before `replyToAll`. */
async function openServer() {
  const begun: string[] = [];
  let replyToAll = () => {};
  const canReply = new Promise<void>((resolve) => {
    replyToAll = resolve;
  });
  const app = new Hono<AppEnv>();
  app.get('/api/sync', async (c) => {
    begun.push(c.req.query('cursor') ?? '');
    await canReply;
    return c.text('pulled');
  });
  app.get('/api/events', (c) => {
    begun.push('stream');
    return c.body(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(9)) }));
  });
  app.get('/api/courses', (c) => c.text('courses'));
  const listening = await listen(app, { port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    replyToAll();
    await listening.close();
  });
  const url = `http://127.0.0.1:${listening.port}/api`;
  const pull = (cursor: number) => fetch(`${url}/sync?cursor=${cursor}`).then((reply) => reply.text());
  const begins = async (count: number) => {
    while (begun.length < count) await nextTurn();
  };
  return { url, begun, begins, replyToAll, pull };
}

it('a read is served while pulls wait for their turn', async () => {
  const { url, begun, begins, replyToAll, pull } = await openServer();
  const pulls = Array.from({ length: 20 }, (_, index) => pull(index));
  await begins(8);
  expect(await (await fetch(`${url}/courses`)).text()).toBe('courses');
  expect(begun).toHaveLength(8);
  replyToAll();
  expect(await Promise.all(pulls)).toEqual(pulls.map(() => 'pulled'));
  expect(new Set(begun).size).toBe(20);
});

it('open streams of events keep no place', async () => {
  const { url, begun, begins, pull } = await openServer();
  const streams = Array.from({ length: 20 }, () => get(`${url}/events`, { agent: false }));
  onTestFinished(() => {
    for (const stream of streams) stream.destroy();
  });
  for (const stream of streams) stream.on('error', () => undefined);
  await begins(20);
  void pull(1).catch(() => undefined);
  await begins(21);
  expect(begun.at(-1)).toBe('1');
});

it('a request whose connection closed while it waited is not begun', async () => {
  const { url, begun, begins, replyToAll, pull } = await openServer();
  const pulls = Array.from({ length: 8 }, (_, index) => pull(index));
  await begins(8);
  const closed = get(`${url}/sync?cursor=closed`, { agent: false }).on('error', () => undefined);
  await once(closed, 'socket');
  const later = pull(9);
  expect(await (await fetch(`${url}/courses`)).text()).toBe('courses');
  const isClosed = new Promise((resolve) => closed.once('close', resolve));
  closed.destroy();
  await isClosed;
  expect(await (await fetch(`${url}/courses`)).text()).toBe('courses');
  replyToAll();
  await Promise.all([...pulls, later]);
  expect(begun).not.toContain('closed');
});
