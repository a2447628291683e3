import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listen } from './listen.ts';
import { fixtureCourse } from './testing/fixture-courses.ts';
import { listeningServerForTest, serverForTest } from './testing/server-for-test.ts';

/** Sends raw bytes and returns all received data until the server closes. */
function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

describe('over the network', () => {
  it('returns 413 for a body that grows beyond the limit without a declared length', async () => {
    const server = await listeningServerForTest();
    const chunk = new TextEncoder().encode('x'.repeat(16_384));
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent > 20) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const response = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      duplex: 'half',
    });
    expect(response.status).toBe(413);
  });

  it('returns 413 for a declared 10 MB and continues to serve', async () => {
    const server = await listeningServerForTest();
    const response = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: 'x'.repeat(10_000_000),
    });
    expect(response.status).toBe(413);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it.each([
    ['no HTTP', 'hello\r\n\r\n', '400'],
    ['an impossible host', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', '400'],
    ['a head of 40 kB', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`, '431'],
    [
      'two lengths',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
      '400',
    ],
    [
      'a length beside chunks',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      '400',
    ],
    ['TRACE', 'TRACE /api/courses HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', '405'],
    ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', '400'],
    ['an unknown expectation', 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n', '417'],
    ['a path with a backslash', 'GET /\\evil HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', '400'],
  ])('rejects %s, with the security headers', async (_, text, status) => {
    const server = await listeningServerForTest();
    const received = await sendRaw(server.port, text);
    expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(received.toLowerCase()).toContain("frame-ancestors 'none'");
    expect(received).not.toMatch(/\.ts|node:|stack/);
  });

  it('serves the cached catalogue the same way as without a network', async () => {
    const server = await listeningServerForTest({ courses: [fixtureCourse({ lessonCount: 30 })] });
    const direct = await server.request('/api/courses');
    const accepting = { 'Accept-Encoding': 'br' };
    const overHttp = await fetch(`${server.url}/api/courses`, { headers: accepting });
    expect(await overHttp.text()).toBe(direct.text);
    expect(overHttp.headers.get('ETag')).toBe(`${direct.header('ETag')?.slice(0, -1)}-br"`);
    const headers = { 'If-None-Match': overHttp.headers.get('ETag') ?? '' };
    expect((await fetch(`${server.url}/api/courses`, { headers })).status).toBe(304);
    const head = await fetch(`${server.url}/api/courses`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('rejects when the port is in use', async () => {
    const server = await listeningServerForTest();
    const other = await serverForTest();
    await expect(listen(other.app, { port: server.port, host: '127.0.0.1' })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});
