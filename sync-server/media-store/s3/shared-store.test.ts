import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UPLOAD_RETENTION_MS } from '#schema/sync/upload.ts';
import { newBucket } from '#sync-server/testing/s3-for-test.ts';
import { listeningServerForTest } from '#sync-server/testing/server-for-test.ts';
import { startTestServer } from '#sync-server/testing/test-server.ts';
import { sweepStaleUploads } from '#sync-server/uploads/discard-uploads.ts';
import { digestOf, tusClient } from '#sync-server/uploads/tus/tus-for-test.ts';
import { mp4Of } from '#sync-server/uploads/uploads-for-test.ts';
import { mediaName } from '../stored-names.ts';
import { Bucket } from './bucket.ts';

const MB = 1024 * 1024;
const video = (sizeBytes: number) => new Uint8Array(mp4Of(sizeBytes));

/** Two servers with one database and one bucket, each with a connection of its own. */
async function twoServers() {
  const s3 = await newBucket();
  const first = await listeningServerForTest({ config: { s3 } });
  const { dataFolder } = first.deps.config;
  const second = await startTestServer({ config: { s3 }, dataFolder, keepData: true });
  onTestFinished(() => second.close());
  const bucket = new Bucket(s3);
  onTestFinished(() => bucket.close());
  const keysOf = async (prefix: string) => {
    const keys: string[] = [];
    for await (const { objects } of bucket.list(prefix)) keys.push(...objects.map(({ key }) => key));
    return keys;
  };
  const [a, b] = [first, second].map(({ url }) => tusClient(url, first.people.admin.token));
  if (a === undefined || b === undefined) throw new Error('There are two servers');
  return { first, second, a, b, bucket, keysOf };
}

describe('two servers with one store and one database', () => {
  it('take the pieces of an upload in turns, and either attaches it', async () => {
    const { first, second, a, b, keysOf } = await twoServers();
    const id = randomUUID();
    const bytes = video(9 * MB + 17);
    await a.begin({ id, sizeBytes: bytes.length, sha256: digestOf(bytes) });
    let offset = 0;
    for (const tus of [b, a, b, a, b]) {
      expect(await tus.offsetOf(id)).toBe(offset);
      const piece = bytes.slice(offset, offset + 2 * MB);
      const sent = await tus.send({ id, offset, bytes: piece });
      offset += piece.length;
      expect([sent.status, sent.headers.get('Upload-Offset')]).toEqual([204, String(offset)]);
    }
    const attached = await second.request('/api/admin/lessons/tides-lesson-1/video', {
      ...{ method: 'PUT', as: first.people.admin, key: randomUUID(), body: { uploadId: id } },
    });
    expect(attached.status).toBe(200);
    const { videoFileId } = await first.deps.db
      .selectFrom('lessons')
      .selectAll()
      .where('id', '=', 'tides-lesson-1')
      .executeTakeFirstOrThrow();
    const stored = await first.deps.mediaStore.findBytes(mediaName(videoFileId ?? ''));
    expect(digestOf(stored ?? new Uint8Array())).toBe(digestOf(bytes));
    expect(await keysOf('incoming/')).toEqual([]);
  });

  it('that get the same piece at once store it once', async () => {
    const { a, b, keysOf } = await twoServers();
    const id = randomUUID();
    const bytes = video(6 * MB);
    await a.begin({ id, sizeBytes: bytes.length });
    for (let offset = 0; offset < bytes.length; offset += 2 * MB) {
      const piece = { id, offset, bytes: bytes.slice(offset, offset + 2 * MB) };
      const both = await Promise.all([a.send(piece), b.send(piece)]);
      expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
      expect([await a.offsetOf(id), await b.offsetOf(id)]).toEqual([offset + 2 * MB, offset + 2 * MB]);
    }
    expect(await keysOf('incoming/')).toHaveLength(3);
  });

  it('go on where the other has lost the connection, and its late bytes change nothing', async () => {
    const { a, b } = await twoServers();
    const id = randomUUID();
    const bytes = video(6 * MB);
    await a.begin({ id, sizeBytes: bytes.length, sha256: digestOf(bytes) });
    const dead = a.sendHalf({ id, offset: 0, bytes }, MB);
    await expect.poll(() => dead.socket?.bytesWritten ?? 0).toBeGreaterThan(MB);
    expect((await b.send({ id, offset: 0, bytes: bytes.slice(0, 3 * MB) })).status).toBe(204);
    dead.destroy();
    await expect.poll(() => dead.closed).toBe(true);
    expect((await b.send({ id, offset: 3 * MB, bytes: bytes.slice(3 * MB) })).status).toBe(204);
    expect(await a.offsetOf(id)).toBe(bytes.length);
  });
});

it('an upload whose bytes the store has lost is gone, and can be sent again under its id', async () => {
  const { first, a, bucket, keysOf } = await twoServers();
  const id = randomUUID();
  const bytes = video(3 * MB);
  const send = async () => {
    expect((await a.begin({ id, sizeBytes: bytes.length, sha256: digestOf(bytes) })).status).toBe(201);
    expect(await a.offsetOf(id)).toBe(0);
    expect((await a.send({ id, offset: 0, bytes })).status).toBe(204);
  };
  const attach = () =>
    first.request('/api/admin/lessons/tides-lesson-1/video', {
      ...{ method: 'PUT', as: first.people.admin, key: randomUUID(), body: { uploadId: id } },
    });
  await send();
  const [key = ''] = await keysOf('incoming/');
  await bucket.delete(key);
  expect((await attach()).refusal.code).toBe('upload_gone');
  await send();
  expect((await attach()).status).toBe(200);
});

describe('the sweep of uploads', () => {
  it('deletes the pieces of stale uploads, and objects without a row once they are old', async () => {
    const { first, a, bucket, keysOf } = await twoServers();
    const sweepAt = (ms: number) => sweepStaleUploads({ ...first.deps, clock: { now: () => new Date(ms) } });
    const id = randomUUID();
    await a.begin({ id, sizeBytes: 2 * MB });
    await a.send({ id, offset: 0, bytes: video(MB) });
    await bucket.put(`incoming/${'a'.repeat(32)}/b`, Buffer.from('left by a kill'));
    expect(await keysOf('incoming/')).toHaveLength(2);
    const startMs = first.clock.now().getTime();
    expect(await sweepAt(startMs + UPLOAD_RETENTION_MS - 1_000)).toBe(0);
    expect(await sweepAt(Date.now() + UPLOAD_RETENTION_MS + 60_000)).toBe(2);
    expect(await keysOf('incoming/')).toEqual([]);
    expect(await a.offsetOf(id)).toBeNull();
  });
});
