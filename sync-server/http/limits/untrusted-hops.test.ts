import { describe, expect, it } from 'vitest';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';

/** Sends a request over a connection from `socket`, with the header that a proxy writes. */
async function pingsFrom(sockets: readonly string[], trustedProxies: readonly string[]) {
  const server = await serverForTest({ config: { trustedProxies } });
  for (const remoteAddress of sockets) {
    const init = { headers: { 'X-Forwarded-For': '203.0.113.5' } };
    await server.app.request('/healthz', init, { incoming: { socket: { remoteAddress } } });
  }
  const lines = server.log.filter((line) => line.includes('X-Forwarded-For was ignored'));
  return lines.map((line) => /"hop":"([^"]*)"/.exec(line)?.[1]);
}

describe('X-Forwarded-For from an address that is not trusted', () => {
  it('is logged once per sender', async () => {
    expect(await pingsFrom(['10.0.0.2', '10.0.0.2', '::ffff:10.0.0.3'], [])).toEqual([
      '10.0.0.2',
      '10.0.0.3',
    ]);
    expect(await pingsFrom(['10.0.0.2'], ['127.0.0.1'])).toEqual(['10.0.0.2']);
  });

  it('is logged for at most fifty senders, since any client can send it', async () => {
    const sockets = Array.from({ length: 60 }, (_, i) => `10.0.0.${i}`);
    expect(await pingsFrom(sockets, [])).toHaveLength(50);
  });

  it('is not logged when the sender is a trusted proxy', async () => {
    expect(await pingsFrom(['10.0.0.2'], ['10.0.0.0/8'])).toEqual([]);
  });
});

describe('a public address with https and no trusted proxy', () => {
  const warningsWith = async (publicUrl: string, trustedProxies: string[]) => {
    const server = await serverForTest({ config: { publicUrl, trustedProxies } });
    return server.log.filter((line) => line.includes('TRUSTED_PROXIES is empty')).length;
  };

  it('is logged at startup', async () => {
    expect(await warningsWith('https://carrel.example.org', [])).toBe(1);
    expect(await warningsWith('https://carrel.example.org', ['127.0.0.1'])).toBe(0);
    expect(await warningsWith('http://127.0.0.1:8787', [])).toBe(0);
  });
});
