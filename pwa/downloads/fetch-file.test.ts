import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchFile } from './fetch-file.ts';
import { bytesOf } from './testing/shelf.ts';

const never = new AbortController().signal;
const ask = (signal = never) => fetchFile({ url: '/media/x', sizeBytes: 1_000, signal });

function serverAnswers(answer: (init: RequestInit) => Response | Promise<Response>): void {
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => answer(init));
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('fetching a file to keep', () => {
  it('takes it when every byte has come', async () => {
    serverAnswers(() => new Response(bytesOf(1_000)));
    expect((await (await ask()).blob()).size).toBe(1_000);
  });

  it('keeps its type, its version and its own rules, and nothing else', async () => {
    const headers = {
      'Content-Type': 'application/pdf',
      ETag: '"abc"',
      'Content-Security-Policy': "default-src 'none'",
      'Set-Cookie': 'a=b',
      'X-Request-Id': 'r1',
    };
    serverAnswers(() => new Response(bytesOf(1_000), { headers }));
    const names = [...(await ask()).headers.keys()];
    expect(names.sort()).toEqual(['content-security-policy', 'content-type', 'etag']);
  });

  it.each([999, 1_001, 0])('refuses %d bytes where 1,000 were announced', async (size) => {
    serverAnswers(() => new Response(bytesOf(size)));
    await expect(ask()).rejects.toThrow();
  });

  it.each([206, 404, 403, 500, 204])('refuses the status %d', async (status) => {
    serverAnswers(() => new Response(status === 204 ? null : bytesOf(1_000), { status }));
    await expect(ask()).rejects.toThrow();
  });

  it('does not follow a captive portal, and leaves no second copy in the browser’s own cache', async () => {
    let seen: RequestInit = {};
    serverAnswers((init) => {
      seen = init;
      return new Response(bytesOf(1_000));
    });
    await ask();
    expect(seen.redirect).toBe('error');
    expect(seen.cache).toBe('no-store');
  });

  it('stops in the middle when told to', async () => {
    const stop = new AbortController();
    serverAnswers(({ signal }) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(bytesOf(10));
          signal?.addEventListener('abort', () => controller.error(signal.reason));
        },
      });
      queueMicrotask(() => stop.abort());
      return new Response(body);
    });
    await expect(ask(stop.signal)).rejects.toThrow();
  });
});
