import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { mp4Of, recordVideo, uploadsForTest } from '../uploads-for-test.ts';
import { ffmpegForTest as ffmpeg, h264, queueForTest, vp9 } from './transcode-queue-for-test.ts';

const MINUTES = 60_000;

describe('without ffmpeg', () => {
  it('videos are shown as uploaded, and no job waits', async () => {
    const { uploadVideo, server, get } = await uploadsForTest({ transcode: 'off' });
    const bytes = mp4Of(10_000);
    const { json } = await uploadVideo(bytes);
    expect(await server.deps.transcoder.isAvailable()).toBe(false);
    expect(await server.deps.db.selectFrom('transcodes').selectAll().execute()).toEqual([]);
    await server.deps.transcoder.drain();
    expect((await get(json.videoUrl)).bytes).toEqual(bytes);
  });
});

describe.runIf(ffmpeg !== null)('with ffmpeg', () => {
  it('a video is shown as uploaded until its replacement is ready, which is then swapped in at once', async () => {
    const { uploadVideo, drain, lessonRow, rows, get, probe, server, leftovers } = await queueForTest();
    const { json } = await uploadVideo(await recordVideo('webm', vp9), 'bars.webm');
    const before = await lessonRow();
    expect(json.videoUrl).toContain(before.videoFileId);
    expect((await get(json.videoUrl)).headers.get('content-type')).toBe('video/webm');
    await drain();
    const after = await lessonRow();
    expect(after.version).toBe(before.version + 1);
    expect(await rows()).toMatchObject([
      {
        fileId: before.videoFileId,
        resultFileId: after.videoFileId,
        outcome: 'encoded',
        nextAttemptAt: null,
      },
    ]);
    const transcoded = await probe(after.videoFileId);
    expect(transcoded?.streams).toMatchObject([
      { codec_name: 'h264', pix_fmt: 'yuv420p', width: 320, height: 180 },
    ]);
    const content = await server.request('/api/courses/tides/content', { as: server.people.admin });
    expect(content.text).toContain(`/media/${after.videoFileId}?`);
    expect((await get(json.videoUrl)).status).toBe(200);
    expect(leftovers()).toEqual([]);
  });

  it('a transcoded video has 720 lines at most, plays while it loads, and is named after the lesson', async () => {
    const { uploadVideo, drain, lessonRow, probe, playsWhileItLoads, db } = await queueForTest();
    await uploadVideo(
      await recordVideo('mov', [...h264, '-vf', 'scale=1600:900', '-frames:v', '2']),
      'bars.mov',
    );
    await drain();
    const { videoFileId } = await lessonRow();
    expect((await probe(videoFileId))?.streams).toMatchObject([{ width: 1280, height: 720 }]);
    expect(await playsWhileItLoads()).toBe(true);
    const file = await db.selectFrom('files').selectAll().where('id', '=', videoFileId).executeTakeFirst();
    expect(file).toMatchObject({ name: 'Lesson 1.mp4', contentType: 'video/mp4' });
  });

  it('a small video that plays while it loads is not changed', async () => {
    const { uploadVideo, drain, lessonRow, rows } = await queueForTest();
    await uploadVideo(await recordVideo('mp4', [...h264, '-movflags', '+faststart']));
    const before = await lessonRow();
    await drain();
    expect(await rows()).toMatchObject([{ outcome: 'fit', resultFileId: null, nextAttemptAt: null }]);
    expect(await lessonRow()).toEqual(before);
  });

  it('one that only does not play while it loads is repacked, its frames unchanged', async () => {
    const { uploadVideo, drain, rows, playsWhileItLoads } = await queueForTest();
    await uploadVideo(await recordVideo('mp4', h264));
    expect(await playsWhileItLoads()).toBe(false);
    await drain();
    expect(await rows()).toMatchObject([{ outcome: 'repacked' }]);
    expect(await playsWhileItLoads()).toBe(true);
  });

  it('a video that cannot be transcoded is tried three times with growing delays, and the original remains', async () => {
    const { uploadVideo, drain, rows, clock, lessonRow, server, leftovers } = await queueForTest();
    await uploadVideo(mp4Of(50_000));
    const before = await lessonRow();
    for (const attempts of [1, 2]) {
      await drain();
      await drain();
      expect(await rows()).toMatchObject([{ attempts, outcome: null }]);
      clock.advance(10 * MINUTES);
    }
    await drain();
    expect(await rows()).toMatchObject([{ attempts: 3, outcome: 'failed', nextAttemptAt: null }]);
    expect((await rows())[0]?.lastProblem).toContain('ffprobe');
    expect(await lessonRow()).toEqual(before);
    expect(server.log.filter((line) => line.includes('transcoding failed'))).toHaveLength(3);
    expect(leftovers()).toEqual([]);
  });

  it('a video whose process was killed is processed when its lease has expired', async () => {
    const { uploadVideo, rows, drain, clock, db } = await queueForTest();
    await uploadVideo(await recordVideo('webm', vp9));
    const leaseUntil = new Date(clock.now().getTime() + 2 * MINUTES).toISOString();
    await inTransaction(db, (trx) =>
      trx.updateTable('transcodes').set({ attempts: 1, nextAttemptAt: leaseUntil }).execute(),
    );
    await drain();
    expect(await rows()).toMatchObject([{ outcome: null }]);
    clock.advance(2 * MINUTES);
    await drain();
    expect(await rows()).toMatchObject([{ attempts: 2, outcome: 'encoded' }]);
  });

  it('a video that its lesson dropped meanwhile is not transcoded', async () => {
    const { uploadVideo, rows, drain, list, lessonRow } = await queueForTest();
    await uploadVideo(await recordVideo('webm', vp9));
    await uploadVideo(await recordVideo('mp4', [...h264, '-movflags', '+faststart']));
    await drain();
    expect((await rows()).map(({ outcome }) => outcome).sort()).toEqual(['fit', 'unused']);
    expect(await list('media')).toContain((await lessonRow()).videoFileId);
    expect(await list('media')).toHaveLength(2);
  });

  it('the same video sent again after transcoding changes nothing', async () => {
    const { uploadVideo, drain, lessonRow, rows } = await queueForTest();
    const bytes = await recordVideo('webm', vp9);
    await uploadVideo(bytes);
    await drain();
    const transcoded = await lessonRow();
    const { json } = await uploadVideo(bytes);
    expect(json.videoUrl).toContain(transcoded.videoFileId);
    expect(await lessonRow()).toEqual(transcoded);
    expect(await rows()).toHaveLength(1);
  });

  it('two videos are transcoded one after the other', async () => {
    const { uploadVideo, drain, rows } = await queueForTest();
    const bytes = await recordVideo('webm', vp9);
    await uploadVideo(bytes);
    await uploadVideo(bytes, 'b.webm', 'tides-lesson-2');
    await drain();
    expect((await rows()).map(({ outcome }) => outcome)).toEqual(['encoded', 'encoded']);
  });

  it('a video that refers to another file shows nothing of that file', async () => {
    const { uploadVideo, drain, rows, dataFolder, list } = await queueForTest();
    await writeFile(join(dataFolder, 'private.txt'), 'nobody may read this');
    const concat = Buffer.from(`ffconcat version 1.0\nfile ${join(dataFolder, 'private.txt')}\n`);
    await uploadVideo(Buffer.concat([mp4Of(24), concat]));
    await drain();
    expect(await rows()).toMatchObject([{ outcome: null, attempts: 1 }]);
    expect(await list('media')).toHaveLength(1);
  });
});
