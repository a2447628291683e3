import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VIDEO_MAX_BYTES } from '#schema/limits.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import {
  dataFolderForTest,
  memoryOf,
  signInAdmin,
  startServerProcess,
} from '#sync-server/testing/processes/server-process.ts';
import { mp4Of } from '../uploads-for-test.ts';
import { digestOf, tusClient } from './tus-for-test.ts';

const AT_ONCE = 10;
const RISE_MAX_MB = 100;
const MB = 1024 * 1024;
/** 10 MB: enough for the database, but not for a video. */
const FULL_AFTER_BLOCKS = 20_000;
const video = (sizeBytes: number) => new Uint8Array(mp4Of(sizeBytes));

describe('the server as a process, killed in the middle of an upload', () => {
  it('continues from the bytes on its disk, and ends with the same bytes', async () => {
    const dataFolder = dataFolderForTest();
    const bytes = video(20 * MB);
    const id = randomUUID();
    const incoming = join(dataFolder, 'incoming');
    let server = await startServerProcess({ dataFolder });
    const [lesson = ''] = await (await signInAdmin(server.url)).addLessons(1);
    let offset = 0;
    for (let kills = 0; kills < 3; kills += 1) {
      const tus = tusClient(server.url, (await signInAdmin(server.url)).token);
      expect((await tus.begin({ id, sizeBytes: bytes.length, sha256: digestOf(bytes) })).status).toBe(201);
      offset = (await tus.offsetOf(id)) ?? 0;
      const from = offset;
      const half = tus.sendHalf({ id, offset, bytes: bytes.slice(offset) }, 5 * MB);
      // On the server's disk, not only in transit.
      const stored = () =>
        Math.max(...readdirSync(incoming).map((name) => statSync(join(incoming, name)).size));
      await waitFor(() => expect(stored()).toBeGreaterThan(from + 3 * MB), { timeout: 60_000 });
      half.destroy();
      await server.kill();
      server = await startServerProcess({ dataFolder });
      const again = tusClient(server.url, (await signInAdmin(server.url)).token);
      offset = (await again.offsetOf(id)) ?? 0;
      expect(offset).toBeGreaterThan(from);
    }
    const { token } = await signInAdmin(server.url);
    const tus = tusClient(server.url, token);
    expect((await tus.send({ id, offset, bytes: bytes.slice(offset) })).status).toBe(204);
    const attached = await fetch(`${server.url}/api/admin/lessons/${lesson}/video`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ uploadId: id }),
    });
    expect(attached.status).toBe(200);
    expect(readdirSync(incoming)).toEqual([]);
  }, 180_000);
});

describe('the server as a process', () => {
  it.runIf(existsSync('/proc'))(
    `accepts ${AT_ONCE} concurrent videos of 45 MB in one piece each, with less than ${RISE_MAX_MB} MB more memory`,
    async () => {
      const { url, pid } = await startServerProcess({ dataFolder: dataFolderForTest() });
      const tus = tusClient(url, (await signInAdmin(url)).token);
      await tus.sendWhole(video(1_000));
      const bytes = video(VIDEO_MAX_BYTES);
      const before = await memoryOf(pid);
      const ids = await Promise.all(Array.from({ length: AT_ONCE }, () => tus.sendWhole(bytes)));
      const after = await memoryOf(pid);
      expect(await Promise.all(ids.map(tus.offsetOf))).toEqual(ids.map(() => VIDEO_MAX_BYTES));
      expect(after.most - before.now).toBeLessThan(RISE_MAX_MB);
    },
    180_000,
  );

  it('reports a full disk, and continues the upload when there is space again', async () => {
    const dataFolder = dataFolderForTest();
    const bytes = video(20_000_000);
    const id = randomUUID();
    const full = await startServerProcess({ dataFolder, fileBlocks: FULL_AFTER_BLOCKS });
    const tus = tusClient(full.url, (await signInAdmin(full.url)).token);
    await tus.begin({ id, sizeBytes: bytes.length });
    await tus.send({ id, offset: 0, bytes: bytes.slice(0, 8_000_000) });
    const response = await tus.send({ id, offset: 8_000_000, bytes: bytes.slice(8_000_000, 16_000_000) });
    expect([response.status, await response.json()]).toMatchObject([507, { code: 'server_full' }]);
    await full.kill();
    const { url } = await startServerProcess({ dataFolder });
    const later = tusClient(url, (await signInAdmin(url)).token);
    const offset = (await later.offsetOf(id)) ?? 0;
    expect(offset).toBeGreaterThanOrEqual(8_000_000);
    expect((await later.send({ id, offset, bytes: bytes.slice(offset) })).status).toBe(204);
  }, 180_000);
});
