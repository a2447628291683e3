import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { waitFor } from '#schema/testing/wait-for.ts';
import { listeningServerForTest } from '#sync-server/testing/server-for-test.ts';

const MINUTE_MS = 60_000;
const LESSONS = '/api/admin/modules/tides-module-1/lessons';
const videoHead =
  '--x\r\nContent-Disposition: form-data; name="video"; filename="a.mp4"\r\n\r\nthe first bytes';

beforeEach(() => {
  const setReal = setTimeout;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const setFake = setTimeout;
  // Only limits of bodies are this long; those of a connection to the database follow the real clock.
  vi.stubGlobal('setTimeout', (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    ms >= 2 * MINUTE_MS ? setFake(run, ms, ...args) : setReal(run, ms, ...args),
  );
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

const untilBodyIsLimited = () => waitFor(() => expect(vi.getTimerCount()).toBe(1));

/** Sends a request whose body begins and never ends, and collects the response. */
async function slowRequest(path: string, type: string, begun: string, length = 9999) {
  const server = await listeningServerForTest();
  const socket = connect(server.port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  let response = '';
  socket.on('data', (chunk) => {
    response += String(chunk);
  });
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${server.people.admin.token}\r\n`;
  socket.write(`${head}Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${begun}`);
  return { read: () => response, uploads: join(server.deps.config.dataFolder, 'uploads') };
}

it('disconnects a slow body after two minutes', async () => {
  const { read } = await slowRequest('/api/admin/courses', 'application/json', '{');
  await untilBodyIsLimited();
  vi.advanceTimersByTime(2 * MINUTE_MS);
  await waitFor(() => expect(read()).toMatch(/^HTTP\/1\.1 408 /));
});

it('allows a file more time than that', async () => {
  const path = '/api/admin/lessons/tides-lesson-1/upload-video?again';
  const { read, uploads } = await slowRequest(path, 'multipart/form-data; boundary=x', videoHead);
  await waitFor(() => expect(existsSync(uploads) && readdirSync(uploads)).toHaveLength(1));
  vi.advanceTimersByTime(20 * MINUTE_MS);
  await new Promise((resolve) => setImmediate(resolve));
  expect([read(), readdirSync(uploads).length]).toEqual(['', 1]);
});

it('allows a body that states its length the time that it needs at 8 kbit/s', async () => {
  const { read } = await slowRequest(LESSONS, 'application/json', '{', 600_000);
  await untilBodyIsLimited();
  vi.advanceTimersByTime(10 * MINUTE_MS);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(MINUTE_MS);
  await waitFor(() => expect(read()).toMatch(/^HTTP\/1\.1 408 /));
});
