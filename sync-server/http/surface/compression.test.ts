import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { JSON_BODY_MAX_BYTES } from '#schema/limits.ts';
import { BatchReply } from '#schema/sync/batch.ts';
import { PullReply } from '#schema/sync/pull.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';

const GZIP = { 'Accept-Encoding': 'gzip' };
const sendGzip = (text: string) => ({
  raw: new Uint8Array(gzipSync(text)),
  headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
});

describe('a JSON reply', () => {
  it('above 1 kB is compressed as the client accepts it', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const plain = await server.request('/api/sync', { as: admin });
    const zipped = await server.request('/api/sync', { as: admin, headers: GZIP });
    const brotli = await server.request('/api/sync', {
      as: admin,
      headers: { 'Accept-Encoding': 'gzip, br' },
    });
    expect([plain, zipped, brotli].map((reply) => reply.header('Content-Encoding'))).toEqual([
      null,
      'gzip',
      'br',
    ]);
    expect(zipped.header('Vary')).toBe('Authorization, Accept-Encoding');
    expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(gunzipSync(zipped.bytes).toString()).toBe(plain.text);
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(plain.text);
    expect(v.is(PullReply, JSON.parse(plain.text))).toBe(true);
  });

  it('names both headers that it depends on', async () => {
    const server = await serverForTest();
    const body = { description: 'x'.repeat(5_000) };
    const request = { as: server.people.admin, method: 'PUT', body, headers: GZIP };
    const reply = await server.request('/api/admin/courses/tides', request);
    expect([reply.header('Vary'), reply.header('ETag')]).toEqual([
      'Authorization, Prefer, Accept-Encoding',
      '"2"',
    ]);
  });

  it('is not compressed when it is small, or may contain a token', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const small = await server.request('/api/progress', { as: admin, headers: GZIP });
    const me = await server.request('/api/auth/me', { as: admin, headers: GZIP });
    const requests = ['/api/auth/me', '/api/admin/courses'].map((path, id) => ({
      id: `${id}`,
      method: 'GET',
      path,
    }));
    const batch = await server.request('/api/batch', { as: admin, body: { requests }, headers: GZIP });
    expect(batch.bytes.length).toBeGreaterThan(1_024);
    expect([small, me, batch].map((reply) => reply.header('Content-Encoding'))).toEqual([null, null, null]);
    expect(batch.header('Cache-Control')).toBe('no-store, no-transform');
  });

  it('of a batch is compressed as a whole', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const requests = [{ id: 'a', method: 'GET', path: '/api/admin/courses/tides' }];
    const batch = await server.request('/api/batch', { as: admin, body: { requests }, headers: GZIP });
    expect(batch.header('Content-Encoding')).toBe('gzip');
    const [response] = v.parse(BatchReply, JSON.parse(gunzipSync(batch.bytes).toString())).responses;
    expect(response?.body).toMatchObject({ course: { id: 'tides' } });
  });
});

describe('a request body', () => {
  const rename = (server: Awaited<ReturnType<typeof serverForTest>>, text: string) =>
    server.request('/api/admin/courses/tides', { as: server.people.admin, method: 'PUT', ...sendGzip(text) });

  it('may be compressed by gzip, which the replies to the pull and a batch say', async () => {
    const server = await serverForTest();
    const reply = await rename(server, JSON.stringify({ title: 'Zipped' }));
    expect(reply.status).toBe(200);
    const pull = await server.request('/api/sync', { as: server.people.admin });
    const batch = await server.request('/api/batch', {
      as: server.people.admin,
      ...sendGzip(JSON.stringify({ requests: [{ id: 'a', method: 'GET', path: '/api/progress' }] })),
    });
    expect([pull, batch].map(({ status }) => status)).toEqual([200, 200]);
    expect([pull, batch].map((one) => one.header('Accept-Encoding'))).toEqual(['gzip', 'gzip']);
  });

  it('may not be larger decompressed than uncompressed', async () => {
    const server = await serverForTest();
    const body = { requests: [], text: 'x'.repeat(20 * 1024 * 1024) };
    const reply = await server.request('/api/admin/modules/tides-module-1', {
      as: server.people.admin,
      method: 'PUT',
      ...sendGzip(JSON.stringify(body)),
    });
    expect([reply.status, reply.refusal.code]).toEqual([413, 'body_too_large']);
    const fits = await server.request('/api/admin/modules/tides-module-1', {
      as: server.people.admin,
      method: 'PUT',
      ...sendGzip(JSON.stringify({ title: 'A', unknown: 'x'.repeat(JSON_BODY_MAX_BYTES - 100) })),
    });
    expect(fits.status).toBe(200);
  });

  it('is read by its bytes where a firewall has unpacked it or removed its header', async () => {
    const server = await serverForTest();
    const json = JSON.stringify({ title: 'Touched' });
    const send = (raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
      server.request('/api/admin/courses/tides', {
        as: server.people.admin,
        method: 'PUT',
        raw,
        headers: { 'Content-Type': 'application/json', ...headers },
      });
    const unpacked = await send(json, { 'Content-Encoding': 'gzip' });
    const nameless = await send(new Uint8Array(gzipSync(json)), {});
    expect([unpacked, nameless].map(({ status }) => status)).toEqual([200, 200]);
  });

  it('that is damaged gzip, or in another coding, is refused', async () => {
    const server = await serverForTest();
    const send = (coding: string, raw: string | Uint8Array<ArrayBuffer>) =>
      server.request('/api/admin/courses/tides', {
        as: server.people.admin,
        method: 'PUT',
        raw,
        headers: { 'Content-Type': 'application/json', 'Content-Encoding': coding },
      });
    const cut = new Uint8Array(gzipSync('{"title":"A"}').subarray(0, 20));
    expect((await send('gzip', cut)).refusal.code).toBe('malformed_json');
    const other = await send('br', '{"title":"A"}');
    expect([other.status, other.header('Accept-Encoding')]).toEqual([415, 'gzip']);
  });
});
