import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { findLessonUpload, findUpload } from '#pwa/store/account/uploads.ts';
import { enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import { discardCommand, undoDiscard } from '#pwa/sync/outbox/outbox.ts';
import { dropUpload, pauseUpload, resumeUpload } from '#pwa/sync/uploads/change-upload.ts';
import { storeVideo } from '#pwa/sync/uploads/store-upload.ts';
import { reconcileUploads } from '#pwa/sync/uploads/upload-state.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { pullAll } from '../testing/pull-world.ts';
import {
  createVideoFile,
  digestOfFile,
  lesson,
  MB,
  openUploadDevice,
  sentBytes,
  shownDigest,
  slowConnection,
  startPage,
  waitForState,
  waitUntilSent,
} from '../testing/upload-world.ts';
import { drainLater } from '../testing/world.ts';

describe('a video upload', () => {
  it('can be paused and resumed by the user, and leaves no data when cancelled', async () => {
    const { world, store } = await openUploadDevice();
    const connection = slowConnection(world);
    connection.piecesLeft = 1;
    const { uploadId } = await storeVideo(knownUserId(), lesson, createVideoFile(9 * MB));
    startPage();
    await waitFor(async () => expect(await sentBytes(store, uploadId)).toBeGreaterThan(0));
    const paused = await sentBytes(store, uploadId);
    await pauseUpload(uploadId);
    connection.piecesLeft = 1;
    await drainLater(store);
    expect(await findUpload(store, uploadId)).toMatchObject({ state: 'paused', sentBytes: paused });
    await resumeUpload(uploadId);
    await waitFor(async () => expect(await sentBytes(store, uploadId)).toBeGreaterThan(paused));
    expect(await dropUpload(uploadId)).toBe(true);
    expect([await store.uploadBytes.count(), await listUnsent(store)]).toEqual([0, []]);
    const incoming = join(world.server.deps.config.dataFolder, 'incoming');
    await waitFor(() => expect(readdirSync(incoming)).toEqual([]));
    expect(await shownDigest(world)).toBeNull();
  });

  it('stops when it is discarded, and resumes where it stopped on undo', async () => {
    const { world, store } = await openUploadDevice();
    const connection = slowConnection(world);
    connection.piecesLeft = 1;
    const file = createVideoFile(9 * MB);
    const { uploadId, commandId } = await storeVideo(knownUserId(), lesson, file);
    startPage();
    await waitFor(async () => expect(await sentBytes(store, uploadId)).toBeGreaterThan(0));
    const rows = await discardCommand(commandId);
    await reconcileUploads(store);
    const { sentBytes: stopped } = (await findUpload(store, uploadId)) ?? {};
    connection.piecesLeft = Number.POSITIVE_INFINITY;
    await drainLater(store);
    expect(await findUpload(store, uploadId)).toMatchObject({ state: 'discarded', sentBytes: stopped });
    expect(await findLessonUpload(store, lesson.lessonId)).toBeNull();
    await undoDiscard(rows);
    await waitUntilSent(store, uploadId);
    expect(await shownDigest(world)).toBe(await digestOfFile(file));
    expect(await store.uploadBytes.count()).toBe(0);
  });

  it('is removed from the device some time after it was discarded', async () => {
    const { store } = await openUploadDevice();
    const { uploadId, commandId } = await storeVideo(knownUserId(), lesson, createVideoFile(MB));
    await discardCommand(commandId);
    await reconcileUploads(store);
    expect(await store.uploadBytes.count()).toBe(1);
    await store.database.uploads.update(uploadId, {
      touchedAt: new Date(Date.now() - 3_600_001).toISOString(),
    });
    await reconcileUploads(store);
    expect([await store.uploads.count(), await store.uploadBytes.count()]).toEqual([0, 0]);
  });

  it('reports a lost file when its discard is undone after a newer video replaced it', async () => {
    const { world, store } = await openUploadDevice();
    const { commandId } = await storeVideo(knownUserId(), lesson, createVideoFile(MB, 'older.mp4'));
    const rows = await discardCommand(commandId);
    const file = createVideoFile(MB, 'newer.mp4', 11);
    const newer = await storeVideo(knownUserId(), lesson, file);
    await undoDiscard(rows);
    startPage();
    await waitUntilSent(store, newer.uploadId);
    expect(await shownDigest(world)).toBe(await digestOfFile(file));
    expect(await listUnsent(store)).toMatchObject([
      { id: commandId, state: 'refused', lastProblem: adminMessages.fileLost },
    ]);
  });

  it('is superseded by a newer one for the same lesson', async () => {
    const { world, store } = await openUploadDevice();
    const older = await storeVideo(knownUserId(), lesson, createVideoFile(MB, 'older.mp4'));
    const file = createVideoFile(MB, 'newer.mp4', 11);
    const newer = await storeVideo(knownUserId(), lesson, file);
    expect(await findUpload(store, older.uploadId)).toBeNull();
    startPage();
    await waitUntilSent(store, newer.uploadId);
    expect(await shownDigest(world)).toBe(await digestOfFile(file));
  });

  it('is cancelled when its lesson is deleted', async () => {
    const { world, store } = await openUploadDevice();
    const { uploadId } = await storeVideo(knownUserId(), lesson, createVideoFile(MB));
    await enqueueSave(knownUserId(), {
      ...{ courseId: 'tides', course: null, modules: [], deletedModules: [], lessons: [], draftIds: [] },
      deletedLessons: [{ moduleId: lesson.moduleId, lessonId: lesson.lessonId, title: 'x', version: 1 }],
    });
    startPage();
    await drainLater(store);
    await pullAll(store);
    await waitForState(store, uploadId, null);
    expect([await store.uploadBytes.count(), await listUnsent(store)]).toEqual([0, []]);
    expect(world.network.seen.filter(({ path }) => path.startsWith('/api/uploads'))).toEqual([]);
  });

  it('is restored when the delete of its lesson is discarded', async () => {
    const { world, store } = await openUploadDevice();
    const file = createVideoFile(MB);
    const { uploadId } = await storeVideo(knownUserId(), lesson, file);
    await enqueueSave(knownUserId(), {
      ...{ courseId: 'tides', course: null, modules: [], deletedModules: [], lessons: [], draftIds: [] },
      deletedLessons: [{ moduleId: lesson.moduleId, lessonId: lesson.lessonId, title: 'x', version: 1 }],
    });
    await reconcileUploads(store);
    const [deletion] = await listUnsent(store);
    await discardCommand(deletion?.id ?? '');
    startPage();
    await waitUntilSent(store, uploadId);
    expect(await shownDigest(world)).toBe(await digestOfFile(file));
  });
});
