import { describe, expect, it } from 'vitest';
import { removeToken, writeToken } from '#pwa/api/token.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { findLessonUpload, findThumbnailUpload, findUpload } from '#pwa/store/account/uploads.ts';
import { StoreGoneError } from '#pwa/store/database/errors.ts';
import { openPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueLessonCreate, enqueueModuleCreate } from '#pwa/sync/enqueue/editor-commands.ts';
import { requestReplay } from '#pwa/sync/outbox/signal.ts';
import { dropUpload } from '#pwa/sync/uploads/change-upload.ts';
import { holdThumbnail, releaseThumbnail, storeVideo } from '#pwa/sync/uploads/store-upload.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { messages } from '#schema/messages/messages.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { plainImage } from '#sync-server/uploads/uploads-for-test.ts';
import { faults } from '../testing/network.ts';
import { pullAll } from '../testing/pull-world.ts';
import { createRandom } from '../testing/random.ts';
import {
  createVideoFile,
  digestOfFile,
  lesson,
  lessonRow,
  MB,
  openUploadDevice,
  sentBytes,
  shownDigest,
  slowConnection,
  startPage,
  waitForState,
  waitUntilSent,
} from '../testing/upload-world.ts';
import { arrive, drainLater } from '../testing/world.ts';

describe('a chosen video', () => {
  it('is uploaded in pieces, applied once, and removed from the device', async () => {
    const { world, store } = await openUploadDevice();
    const file = createVideoFile(3 * MB);
    const { uploadId } = await storeVideo(knownUserId(), lesson, file);
    startPage();
    await waitUntilSent(store, uploadId);
    expect(await shownDigest(world)).toBe(await digestOfFile(file));
    expect((await lessonRow(world)).version).toBe(2);
    expect([await store.uploadBytes.count(), await listUnsent(store)]).toEqual([0, []]);
  });

  it('waits offline, says so, and is uploaded after reconnecting', async () => {
    const { world, store } = await openUploadDevice();
    world.network.isDown = true;
    const file = createVideoFile(2 * MB);
    const { uploadId } = await storeVideo(knownUserId(), lesson, file);
    const stop = startPage();
    await waitFor(async () => {
      expect(await findLessonUpload(store, lesson.lessonId)).toMatchObject({
        ...{ state: 'waiting', sentBytes: 0, problem: messages.networkError, fileName: 'video.mp4' },
      });
    });
    stop();
    world.network.isDown = false;
    startPage();
    await store.database.uploads.update(uploadId, { nextAttemptAt: null });
    await waitUntilSent(store, uploadId);
    expect(await shownDigest(world)).toBe(await digestOfFile(file));
  });

  it('is not stored for another user who signs in while it is read', async () => {
    const { world } = await openUploadDevice();
    const file = createVideoFile(MB);
    const bytes = await file.arrayBuffer();
    let store: PrivateStore | null = null;
    const arrayBuffer = async () => {
      store = await arrive(world, world.server.people.alice);
      return bytes;
    };
    await expect(storeVideo(knownUserId(), lesson, Object.assign(file, { arrayBuffer }))).rejects.toThrow(
      StoreGoneError,
    );
    const ofAlice = openPrivateStore('alice');
    expect(store).toBe(ofAlice);
    expect([await ofAlice.uploads.count(), await listUnsent(ofAlice)]).toEqual([0, []]);
  });

  it('resumes where it stopped after the page crashed, and its progress never decreases', async () => {
    const { world, store } = await openUploadDevice();
    const connection = slowConnection(world);
    const file = createVideoFile(9 * MB);
    const { uploadId } = await storeVideo(knownUserId(), lesson, file);
    const seen: number[] = [0];
    for (let deaths = 0; deaths < 3; deaths += 1) {
      connection.piecesLeft = 1;
      const stop = startPage();
      await waitFor(async () => {
        expect(await sentBytes(store, uploadId)).toBeGreaterThan(seen.at(-1) ?? 0);
      });
      stop();
      seen.push(await sentBytes(store, uploadId));
    }
    connection.piecesLeft = 1_000;
    startPage();
    await waitUntilSent(store, uploadId);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(await shownDigest(world)).toBe(await digestOfFile(file));
    const begun = world.network.seen.filter(({ method }) => method === 'POST');
    expect(begun).toHaveLength(1);
  });

  it('is uploaded by the next page if a page dies while sending it', async () => {
    const { world, store } = await openUploadDevice();
    const file = createVideoFile(MB);
    const { uploadId } = await storeVideo(knownUserId(), lesson, file);
    await store.database.uploads.update(uploadId, { state: 'sending' });
    startPage();
    await waitUntilSent(store, uploadId);
    expect(await shownDigest(world)).toBe(await digestOfFile(file));
  });

  it('arrives whole and once whatever network faults its requests meet', async () => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
    const random = createRandom(seed);
    const { world, store } = await openUploadDevice();
    const kinds = Object.values(faults);
    const file = createVideoFile(2 * MB);
    const { uploadId } = await storeVideo(knownUserId(), lesson, file);
    world.network.plan = Array.from({ length: 60 }, () =>
      random.below(10) < 6 ? random.pick(kinds) : 'none',
    );
    startPage();
    await waitFor(
      async () => {
        const row = await findUpload(store, uploadId);
        if (row?.state === 'waiting') requestReplay('eager');
        expect(row?.state, `seed ${seed}`).toBe('arrived');
      },
      { timeout: 60_000, interval: 20 },
    );
    world.network.plan = ['replyLost'];
    await drainLater(store);
    await drainLater(store);
    await pullAll(store);
    await waitForState(store, uploadId, null);
    expect(await shownDigest(world), `seed ${seed}`).toBe(await digestOfFile(file));
    expect((await lessonRow(world)).version).toBe(2);
  });

  it('for a lesson created offline follows it, and blocks no other work on the course meanwhile', async () => {
    const { world, store } = await openUploadDevice();
    const { courseId, moduleId } = lesson;
    const created = await enqueueLessonCreate(
      knownUserId(),
      { courseId, moduleId },
      { title: 'Slack water' },
    );
    const file = createVideoFile(MB);
    const ref = { courseId, moduleId, lessonId: created.lessonId, lessonTitle: 'Slack water' };
    const { uploadId, commandId } = await storeVideo(knownUserId(), ref, file);
    await enqueueModuleCreate(knownUserId(), { id: courseId }, { title: 'Later' });
    await drainLater(store);
    expect((await listUnsent(store)).map(({ id, attempts }) => [id, attempts])).toEqual([[commandId, 0]]);
    startPage();
    await waitUntilSent(store, uploadId);
    const row = await world.server.deps.db
      .selectFrom('lessons')
      .select('videoFileId')
      .where('id', '=', created.lessonId)
      .executeTakeFirstOrThrow();
    expect(row.videoFileId).not.toBeNull();
  });

  it('is refused with the server’s message when its bytes are no video, and sent again on request', async () => {
    const { store } = await openUploadDevice();
    const file = new File([new Uint8Array(50_000).fill(60)], 'video.mp4', { type: 'video/mp4' });
    const { uploadId } = await storeVideo(knownUserId(), lesson, file);
    startPage();
    await waitForState(store, uploadId, 'refused');
    expect(await findUpload(store, uploadId)).toMatchObject({ problem: adminMessages.videoNotVideo });
    expect(await listUnsent(store)).toMatchObject([
      { state: 'refused', lastProblem: adminMessages.videoNotVideo },
    ]);
    expect(await dropUpload(uploadId)).toBe(true);
    expect(await listUnsent(store)).toEqual([]);
  });

  it('is sent again when the server has lost it or received it damaged', async () => {
    const { world, store } = await openUploadDevice();
    const file = createVideoFile(MB);
    const { uploadId } = await storeVideo(knownUserId(), lesson, file);
    startPage();
    await waitForState(store, uploadId, 'arrived');
    await inTransaction(world.server.deps.db, (trx) => trx.deleteFrom('uploads').execute());
    await drainLater(store);
    await waitFor(async () => expect((await findUpload(store, uploadId))?.restarts).toBe(1));
    await waitUntilSent(store, uploadId);
    expect(await shownDigest(world)).toBe(await digestOfFile(file));
  });

  it('waits for its own user when the session ends', async () => {
    const { world, store } = await openUploadDevice();
    const { admin } = world.server.people;
    const { uploadId } = await storeVideo(knownUserId(), lesson, createVideoFile(2 * MB));
    removeToken();
    const stop = startPage();
    writeToken(world.server.people.alice.token);
    await drainLater(store);
    expect(await findUpload(store, uploadId)).toMatchObject({ state: 'waiting', sentBytes: 0 });
    expect(world.network.seen.filter(({ path }) => path.startsWith('/api/uploads'))).toEqual([]);
    stop();
    writeToken(admin.token);
    startPage();
    await waitUntilSent(store, uploadId);
  });
});

describe('a file is refused before anything is stored', () => {
  it.each([
    ['that is no video', new File(['x'], 'notes.txt', { type: 'text/plain' }), adminMessages.videoNotVideo],
    ['that is empty', new File([], 'video.mp4', { type: 'video/mp4' }), adminMessages.fileEmpty],
    [
      'above 45 MB, by one byte',
      new File([new Uint8Array(45 * MB + 1)], 'video.mp4', { type: 'video/mp4' }),
      adminMessages.videoTooLarge,
    ],
  ])('%s', async (_, file, sentence) => {
    const { store } = await openUploadDevice();
    await expect(storeVideo(knownUserId(), lesson, file)).rejects.toThrow(sentence);
    expect([await store.uploads.count(), await store.uploadBytes.count()]).toEqual([0, 0]);
  });
});

describe('a course picture', () => {
  it('is held until the course is saved, and then uploaded', async () => {
    const { world, store } = await openUploadDevice();
    const bytes = new Uint8Array(await plainImage(800, 500).png().toBuffer());
    const image = new File([bytes], 'cover.png', { type: 'image/png' });
    await holdThumbnail(knownUserId(), 'new', new File([bytes], 'first.png', { type: 'image/png' }));
    await holdThumbnail(knownUserId(), 'new', image);
    startPage();
    await drainLater(store);
    expect(await findThumbnailUpload(store, 'new')).toMatchObject({ state: 'held', fileName: 'cover.png' });
    expect(world.network.seen).toEqual([]);
    const released = await releaseThumbnail(knownUserId(), { id: 'tides', title: 'Tides' }, 'new');
    await waitUntilSent(store, released?.uploadId ?? '');
    const course = await world.server.deps.db
      .selectFrom('courses')
      .select('thumbnail')
      .where('id', '=', 'tides')
      .executeTakeFirstOrThrow();
    expect(course.thumbnail).toMatch(/^\/media\/thumbnails\//);
    expect(await releaseThumbnail(knownUserId(), { id: 'tides', title: 'Tides' })).toBeNull();
  });
});
