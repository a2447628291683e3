import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { mediaName } from '../media-store/stored-names.ts';
import { removeExpiredRows } from '../remove-expired-rows.ts';
import { findCallerRow } from '../sessions/user-queries.ts';
import type { Person } from '../testing/people.ts';
import type { TestServer } from '../testing/test-server.ts';
import { issueTestToken } from '../testing/test-session.ts';
import { digestOf, tusClient, tusForTest } from './tus/tus-for-test.ts';
import { mp4Of, plainImage } from './uploads-for-test.ts';

const video = (sizeBytes: number) => new Uint8Array(mp4Of(sizeBytes));
const image = async () => new Uint8Array(await plainImage(900, 600).png().toBuffer());

const DAY_MS = 24 * 60 * 60_000;

/** The admin, with a session of this day. */
async function signInAgain({ deps, people }: TestServer): Promise<Person> {
  const row = await findCallerRow(deps.db, people.admin.id);
  if (row === undefined) throw new Error('There is no admin');
  return { ...people.admin, token: await issueTestToken(deps, row) };
}

describe('a finished upload', () => {
  it('becomes the video of a lesson, byte for byte, and leaves no other file', async () => {
    const { tus, get, attachVideo, lessonRow, bytesOf, incoming } = await tusForTest();
    const bytes = video(300_000);
    const before = await lessonRow();
    const response = await attachVideo(await tus.sendWhole(bytes));
    const { lesson } = response.read(endpoints.attachVideo.output);
    expect([response.status, lesson.videoSizeBytes, lesson.version]).toEqual([
      200,
      300_000,
      before.version + 1,
    ]);
    const row = await lessonRow();
    expect(digestOf(await bytesOf(mediaName(row.videoFileId ?? '')))).toBe(digestOf(bytes));
    const served = await get(lesson.videoUrl ?? '');
    expect([served.status, served.headers.get('Content-Type')]).toEqual([200, 'video/mp4']);
    expect(digestOf(served.bytes)).toBe(digestOf(bytes));
    expect(await incoming()).toEqual([]);
  });

  it('becomes the thumbnail of a course, re-encoded', async () => {
    const { server, tus, get, attach, courseRow, incoming } = await tusForTest();
    server.clock.advance(60_000);
    const response = await attach('courses/tides/thumbnail', await tus.sendWhole(await image(), 'thumbnail'));
    const { course } = response.read(endpoints.attachThumbnail.output);
    const { thumbnail, updatedAt } = await courseRow();
    expect([response.status, course.thumbnail, course.updatedAt]).toEqual([200, thumbnail, updatedAt]);
    expect(course.modules.length).toBeGreaterThan(0);
    const served = await get(course.thumbnail ?? '');
    expect(served.headers.get('Content-Type')).toBe('image/webp');
    expect(await incoming()).toEqual([]);
  });

  it('is attached once, however often its command is sent, and by only one of two rivals', async () => {
    const { tus, attachVideo, lessonRow } = await tusForTest();
    const uploadId = await tus.sendWhole(video(50_000));
    const key = randomUUID();
    const [first, second, rival] = await Promise.all([
      attachVideo(uploadId, { key }),
      attachVideo(uploadId, { key }),
      attachVideo(uploadId),
    ]);
    const later = await attachVideo(uploadId, { key });
    const won = [first, rival].filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect([second.status, later.status]).toEqual([first.status, first.status]);
    expect(later.header('Idempotency-Replayed')).toBe('true');
    expect((await lessonRow()).version).toBe(2);
    expect((await attachVideo(uploadId)).refusal.code).toBe('upload_gone');
  });

  it.each([
    ['a video', 'lessons/tides-lesson-1/video', async () => video(50_000), async () => video(60_000)],
    [
      'a thumbnail',
      'courses/tides/thumbnail',
      image,
      async () => new Uint8Array(await plainImage(80, 60).png().toBuffer()),
    ],
  ] as const)(
    'of %s stays attached when the command is repeated after months, and replaces no newer one',
    async (_, path, one, other) => {
      const { tus, attach, lessonRow, courseRow, server } = await tusForTest();
      const rows = async () => [await lessonRow(), await courseRow()];
      const kind = path.endsWith('video') ? 'video' : 'thumbnail';
      const madeAt = server.clock.now();
      server.clock.advance(1_000);
      const uploadId = await tus.sendWhole(await one(), kind);
      const key = randomUUID();
      expect((await attach(path, uploadId, { key, madeAt })).status).toBe(200);
      server.clock.advance(100 * DAY_MS);
      await removeExpiredRows(server.deps);
      const as = await signInAgain(server);
      for (const repeat of [{ key }, {}]) {
        const before = await rows();
        expect((await attach(path, uploadId, { ...repeat, madeAt, as })).status).toBe(200);
        expect(await rows()).toEqual(before);
        const newer = await tusClient(server.url, as.token).sendWhole(await other(), kind);
        expect((await attach(path, newer, { as })).status).toBe(200);
      }
      const refusalOf = async (to: string, options: object) =>
        (await attach(to, uploadId, { madeAt, as, ...options })).refusal.code;
      expect(await refusalOf(path, { madeAt: new Date(madeAt.getTime() + 1) })).toBe('upload_gone');
      expect(await refusalOf(path, { madeAt: null })).toBe('upload_gone');
      expect(await refusalOf('lessons/tides-lesson-2/video', {})).toBe('upload_gone');
    },
  );

  it('leaves one revision in the history, by the user who attached it', async () => {
    const { tus, attachVideo, server } = await tusForTest();
    const uploadId = await tus.sendWhole(video(50_000));
    const key = randomUUID();
    await attachVideo(uploadId, { key });
    await attachVideo(uploadId, { key });
    const lines = await server.deps.db.selectFrom('revisions').selectAll().execute();
    expect(lines).toMatchObject([{ userId: 'admin', entity: 'lesson', entityId: 'tides-lesson-1' }]);
  });

  it('with the same bytes as the lesson’s video changes nothing, and leaves no second file', async () => {
    const { tus, attachVideo, lessonRow, list } = await tusForTest();
    await attachVideo(await tus.sendWhole(video(50_000)));
    const before = await lessonRow();
    const files = await list('media');
    expect((await attachVideo(await tus.sendWhole(video(50_000)))).status).toBe(200);
    expect([await lessonRow(), await list('media')]).toEqual([before, files]);
  });

  it('is retained for another attempt when its lesson or course was deleted', async () => {
    const { tus, attach, attachVideo, list } = await tusForTest();
    const uploadId = await tus.sendWhole(video(50_000));
    const media = await list('media');
    expect((await attach('lessons/nothing/video', uploadId)).refusal.code).toBe('lesson_not_found');
    expect(await tus.offsetOf(uploadId)).toBe(50_000);
    expect((await attachVideo(uploadId)).status).toBe(200);
    expect(await list('media')).toHaveLength(media.length + 1);
  });
});

describe('an upload is rejected', () => {
  it('while it is incomplete, and accepted once it is complete', async () => {
    const { tus, attachVideo } = await tusForTest();
    const id = randomUUID();
    const bytes = video(30_000);
    await tus.begin({ id, sizeBytes: bytes.length });
    await tus.send({ id, offset: 0, bytes: bytes.slice(0, 20_000) });
    const early = await attachVideo(id);
    expect([early.status, early.refusal.error]).toEqual([409, serverMessages.uploadIncomplete]);
    await tus.send({ id, offset: 20_000, bytes: bytes.slice(20_000) });
    expect((await attachVideo(id)).status).toBe(200);
  });

  it('when it is unknown, of another kind, or has an invalid id', async () => {
    const { tus, attach, attachVideo, server } = await tusForTest();
    expect((await attachVideo(randomUUID())).refusal.code).toBe('upload_gone');
    const video1 = await tus.sendWhole(video(9_000));
    expect((await attach('courses/tides/thumbnail', video1)).refusal.code).toBe('upload_gone');
    const body = { uploadId: '../../carrel.sqlite' };
    const path = '/api/admin/lessons/tides-lesson-1/video';
    const response = await server.request(path, { method: 'PUT', body, as: server.people.admin });
    expect([response.status, response.refusal.code]).toEqual([400, 'invalid_input']);
  });

  it('when its digest differs from the device’s, and deleted for a new upload', async () => {
    const { tus, attachVideo, lessonRow, incoming } = await tusForTest();
    const uploadId = randomUUID();
    const bytes = video(30_000);
    await tus.begin({ id: uploadId, sizeBytes: bytes.length, sha256: digestOf(bytes) });
    bytes[29_999] = 8;
    await tus.send({ id: uploadId, offset: 0, bytes });
    const response = await attachVideo(uploadId);
    expect([response.status, response.refusal.error]).toEqual([409, serverMessages.uploadBroken]);
    expect([await tus.offsetOf(uploadId), await incoming(), (await lessonRow()).videoFileId]).toEqual([
      null,
      [],
      null,
    ]);
  });

  it('when it starts like an image but is not one', async () => {
    const { tus, attach, courseRow } = await tusForTest();
    const before = await courseRow();
    const bytes = new Uint8Array(Buffer.from(`\x89PNG\r\n\x1a\n${'x'.repeat(9_000)}`, 'latin1'));
    const response = await attach('courses/tides/thumbnail', await tus.sendWhole(bytes, 'thumbnail'));
    expect([response.status, response.refusal.code]).toEqual([400, 'not_an_image']);
    expect(await courseRow()).toEqual(before);
  });
});
