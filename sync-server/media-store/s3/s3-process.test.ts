import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  dataFolderForTest,
  signInAdmin,
  startServerProcess,
} from '#sync-server/testing/processes/server-process.ts';
import { newBucket } from '#sync-server/testing/s3-for-test.ts';
import { digestOf, tusClient } from '#sync-server/uploads/tus/tus-for-test.ts';
import { formOf, mp4Of } from '#sync-server/uploads/uploads-for-test.ts';
import { Bucket } from './bucket.ts';
import { environmentOf } from './s3-environment-for-test.ts';

const MB = 1024 * 1024;

it('the server process stores files in the bucket, and none in its folder', async () => {
  const dataFolder = dataFolderForTest();
  const environment = environmentOf(await newBucket());
  const { url } = await startServerProcess({ dataFolder, environment });
  const { addLessons, upload } = await signInAdmin(url);
  const [lesson = ''] = await addLessons(1);
  const { status, text } = await upload(lesson, formOf({ fileName: 'a.mp4', bytes: mp4Of(300_000) }));
  expect(status).toBe(200);
  const { videoUrl } = JSON.parse(text);
  const served = await fetch(url + videoUrl);
  expect(Buffer.from(await served.arrayBuffer())).toEqual(mp4Of(300_000));
  expect(existsSync(join(dataFolder, 'media'))).toBe(false);
});

it('killed in the middle of a piece, it has every acknowledged byte, and ends with the same bytes', async () => {
  const dataFolder = dataFolderForTest();
  const s3 = await newBucket();
  const environment = environmentOf(s3);
  const bucket = new Bucket(s3);
  const countObjects = async (prefix: string) => {
    let count = 0;
    for await (const { objects } of bucket.list(prefix)) count += objects.length;
    return count;
  };
  const bytes = new Uint8Array(mp4Of(20 * MB));
  const id = randomUUID();
  let server = await startServerProcess({ dataFolder, environment });
  let admin = await signInAdmin(server.url);
  const [lesson = ''] = await admin.addLessons(1);
  const created = { id, sizeBytes: bytes.length, sha256: digestOf(bytes) };
  await tusClient(server.url, admin.token).begin(created);
  let offset = 0;
  for (let kills = 0; kills < 3; kills += 1) {
    const tus = tusClient(server.url, admin.token);
    const whole = await tus.send({ id, offset, bytes: bytes.slice(offset, offset + MB) });
    offset += MB;
    expect(whole.status).toBe(204);
    const before = await countObjects('incoming/');
    const half = tus.sendHalf({ id, offset, bytes: bytes.slice(offset) }, 3 * MB);
    await expect.poll(() => countObjects('incoming/'), { timeout: 60_000 }).toBeGreaterThan(before);
    await server.kill();
    half.destroy();
    server = await startServerProcess({ dataFolder, environment });
    admin = await signInAdmin(server.url);
    const stored = (await tusClient(server.url, admin.token).offsetOf(id)) ?? 0;
    expect(stored).toBeGreaterThanOrEqual(offset);
    offset = stored;
  }
  const tus = tusClient(server.url, admin.token);
  expect((await tus.send({ id, offset, bytes: bytes.slice(offset) })).status).toBe(204);
  const attached = await fetch(`${server.url}/api/admin/lessons/${lesson}/video`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ uploadId: id }),
  });
  expect(attached.status).toBe(200);
  expect([await countObjects('incoming/'), await countObjects('media/')]).toEqual([0, 1]);
  bucket.close();
}, 240_000);
