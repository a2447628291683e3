import { afterEach, describe, expect, it, vi } from 'vitest';
import { followEvents } from './events.ts';

const encoder = new TextEncoder();

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A server that sends these pieces, and then ends the stream or leaves it open. */
function serverSends(pieces: readonly string[], { isLeftOpen = false, type = 'text/event-stream' } = {}) {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      if (!isLeftOpen) controller.close();
    },
  });
  const fetched = vi.fn(async () => new Response(body, { headers: { 'Content-Type': type } }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

async function listen(signal = new AbortController().signal) {
  const heard: string[] = [];
  await followEvents({ token: 't', signal, onEvent: (data) => heard.push(data) });
  return heard;
}

describe('the server’s events', () => {
  it('are received one by one, however the network splits them, and heartbeats are ignored', async () => {
    const fetched = serverSends(['data: pu', 'll\n\n: still here\n\nda', 'ta: pull\n\n']);
    expect(await listen()).toEqual(['pull', 'pull']);
    expect(fetched).toHaveBeenCalledWith(
      '/api/events?with=changes',
      expect.objectContaining({ headers: expect.objectContaining({ Authorization: 'Bearer t' }) }),
    );
  });

  it('end when they are aborted, even during silence', async () => {
    serverSends(['data: pull\n\n'], { isLeftOpen: true });
    const controller = new AbortController();
    const listening = followEvents({
      token: 't',
      signal: controller.signal,
      onEvent: () => controller.abort(),
    });
    await expect(listening).resolves.toBeUndefined();
  });

  it.each([
    ['a captive portal’s page', () => serverSends(['<html>'], { type: 'text/html' })],
    ['a lost connection', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed')))],
  ])('are none from %s', async (_, prepare) => {
    prepare();
    expect(await listen()).toEqual([]);
  });
});
