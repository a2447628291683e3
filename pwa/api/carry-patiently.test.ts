import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SILENCE_TIMEOUT_MS } from '#schema/limits.ts';

const LONG = JSON.stringify({ text: 'tide '.repeat(1_000) });
const post = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body,
});

/** A module without what other tests learned of the server. */
async function fresh() {
  vi.resetModules();
  return import('./carry-patiently.ts');
}

/** Replaces the network; returns the requests. */
function replyWith(reply: (init: RequestInit, count: number) => Response | Promise<Response>) {
  const requests: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    requests.push(init);
    return reply(init, requests.length);
  });
  return requests;
}

const PAGE = { 'Content-Type': 'text/html' };
const accepting = { headers: { 'Accept-Encoding': 'gzip' } };
const codingOf = ({ headers }: RequestInit) => new Headers(headers).get('Content-Encoding');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the body of a request', () => {
  it('is compressed once the server has said that it reads that', async () => {
    const { carryPatiently } = await fresh();
    const requests = replyWith(() => new Response('{}', accepting));
    await carryPatiently('/api/batch', post(LONG));
    await carryPatiently('/api/batch', post(LONG));
    await carryPatiently('/api/batch', post('{}'));
    expect(requests.map(codingOf)).toEqual([null, 'gzip', null]);
    const { body } = requests[1] ?? {};
    if (!(body instanceof ArrayBuffer)) throw new Error('not compressed');
    expect(body.byteLength).toBeLessThan(LONG.length / 10);
    const plain = new Response(body).body?.pipeThrough(new DecompressionStream('gzip'));
    expect(await new Response(plain).text()).toBe(LONG);
  });

  it('in lines is compressed too, and sent as it is where compressed bodies are refused', async () => {
    const { carryPatiently } = await fresh();
    const lines = new Blob([LONG, '\n']);
    const requests = replyWith((init) =>
      codingOf(init) === null ? new Response('{}', accepting) : new Response('', { status: 415 }),
    );
    await carryPatiently('/api/batch', post('{}'));
    await carryPatiently('/api/admin/imported-courses', { method: 'POST', body: lines });
    expect(requests.map(codingOf)).toEqual([null, 'gzip', null]);
    const { body } = requests[1] ?? {};
    if (!(body instanceof ArrayBuffer)) throw new Error('not compressed');
    const plain = new Response(body).body?.pipeThrough(new DecompressionStream('gzip'));
    expect(await new Response(plain).text()).toBe(`${LONG}\n`);
    expect(requests[2]?.body).toBe(lines);
  });

  it.each([
    ['of an older server, at once', { status: 415 }, '', 1],
    ['of the server that got it damaged, at once', { status: 400 }, '{"code":"malformed_json"}', 1],
    ['of a firewall, with the next attempt', { status: 403, headers: PAGE }, '<h1>Blocked</h1>', 0],
  ])('is no longer compressed after a refusal %s', async (_, refusal, text, again) => {
    const { carryPatiently } = await fresh();
    const requests = replyWith((init) =>
      codingOf(init) === null ? new Response('{}', accepting) : new Response(text, refusal),
    );
    await carryPatiently('/api/batch', post(LONG));
    const carried = await carryPatiently('/api/batch', post(LONG));
    expect(carried.response.status).toBe(again === 1 ? 200 : refusal.status);
    await carryPatiently('/api/batch', post(LONG));
    await carryPatiently('/api/batch', post(LONG));
    expect(requests.map(codingOf)).toEqual([null, 'gzip', null, null, ...(again === 1 ? [null] : [])]);
  });

  it('is compressed after a refusal of the server’s own, and after a sign-in page', async () => {
    const { carryPatiently } = await fresh();
    const own = {
      'X-Request-Id': '019a0000-0000-7000-8000-000000000001',
      'Content-Type': 'application/json',
    };
    const replies = [
      new Response('{}', accepting),
      new Response('{"code":"invalid_input"}', { status: 400, headers: own }),
      new Response('<h1>Sign in</h1>', { headers: PAGE }),
    ];
    const requests = replyWith(() => replies.shift() ?? new Response('{}'));
    for (let n = 0; n < 4; n += 1) await carryPatiently('/api/batch', post(LONG));
    expect(requests.map(codingOf)).toEqual([null, 'gzip', 'gzip', 'gzip']);
  });
});

describe('a request that nobody waits for', () => {
  /** A response whose pieces arrive one by one; ends with an abort. */
  function trickle(pieces: number) {
    replyWith(({ signal }) => {
      let left = pieces;
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) =>
          new Promise<void>((resolve, reject) => {
            const abort = () => reject(new Error('aborted'));
            signal?.addEventListener('abort', abort);
            if (signal?.aborted) abort();
            setTimeout(() => {
              controller.enqueue(new TextEncoder().encode('x'));
              left -= 1;
              if (left === 0) controller.close();
              resolve();
            }, SILENCE_TIMEOUT_MS - 1);
          }),
      });
      return new Response(body);
    });
  }

  it('goes on while bytes arrive, however long it takes', async () => {
    const { carryPatiently, isCarrying } = await fresh();
    trickle(5);
    const carried = carryPatiently('/api/sync', {});
    // A defect rejects it before it is awaited below.
    carried.catch(() => undefined);
    expect(isCarrying()).toBe(true);
    for (let n = 0; n < 5; n += 1) await vi.advanceTimersByTimeAsync(SILENCE_TIMEOUT_MS - 1);
    expect((await carried).text).toBe('xxxxx');
    expect(isCarrying()).toBe(false);
  });

  it('ends after thirty seconds of silence, and a body gets the time that it needs besides', async () => {
    const { carryPatiently } = await fresh();
    const isEnded = vi.fn();
    const silent = ({ signal }: RequestInit) =>
      new Promise<Response>((_, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      );
    replyWith(silent);
    void carryPatiently('/api/sync', {}).catch(() => isEnded('pull'));
    void carryPatiently('/api/batch', post('x'.repeat(64_000))).catch(() => isEnded('batch'));
    await vi.advanceTimersByTimeAsync(SILENCE_TIMEOUT_MS);
    expect(isEnded.mock.calls).toEqual([['pull']]);
    await vi.advanceTimersByTimeAsync(64_000);
    expect(isEnded.mock.calls).toEqual([['pull'], ['batch']]);
  });

  it('ends with its signal', async () => {
    const { carryPatiently } = await fresh();
    trickle(5);
    const controller = new AbortController();
    const carried = carryPatiently('/api/sync', { signal: controller.signal });
    controller.abort();
    await expect(carried).rejects.toThrow();
  });
});
