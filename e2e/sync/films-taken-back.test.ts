import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { adminMessages } from '#schema/admin-messages.ts';
import { listUnsent } from '../../pwa/store/outbox.ts';
import { findLessonUpload, findUpload } from '../../pwa/store/uploads.ts';
import { dropUpload, pauseUpload, resumeUpload } from '../../pwa/sync/change-upload.ts';
import { enqueueSave } from '../../pwa/sync/editor-commands.ts';
import { keepVideo } from '../../pwa/sync/keep-upload.ts';
import { discardCommand, undoDiscard } from '../../pwa/sync/outbox.ts';
import { tendUploads } from '../../pwa/sync/settle-upload.ts';
import { whoIsHere } from '../../pwa/testing/device.ts';
import {
  digestOfFile,
  filmFile,
  lesson,
  MB,
  openDesk,
  sentBytes,
  shownDigest,
  slowLine,
  startPage,
  waitForState,
  waitUntilSent,
} from './film-desk.ts';
import { drainLater } from './world.ts';

describe('a video upload', () => {
  it('can be paused and resumed by the user, and leaves no data when cancelled', async () => {
    const { world, store } = await openDesk();
    const line = slowLine(world);
    line.piecesLeft = 1;
    const { uploadId } = await keepVideo(whoIsHere(), lesson, filmFile(9 * MB));
    startPage();
    await vi.waitFor(async () => expect(await sentBytes(store, uploadId)).toBeGreaterThan(0));
    const paused = await sentBytes(store, uploadId);
    await pauseUpload(uploadId);
    line.piecesLeft = 1;
    await drainLater(store);
    expect(await findUpload(store, uploadId)).toMatchObject({ state: 'paused', sentBytes: paused });
    await resumeUpload(uploadId);
    await vi.waitFor(async () => expect(await sentBytes(store, uploadId)).toBeGreaterThan(paused));
    expect(await dropUpload(uploadId)).toBe(true);
    expect([await store.uploadBytes.count(), await listUnsent(store)]).toEqual([0, []]);
    const incoming = join(world.server.deps.config.dataFolder, 'incoming');
    await vi.waitFor(() => expect(readdirSync(incoming)).toEqual([]));
    expect(await shownDigest(world)).toBeNull();
  });

  it('stops when it is discarded, and resumes where it stopped on undo', async () => {
    const { world, store } = await openDesk();
    const line = slowLine(world);
    line.piecesLeft = 1;
    const file = filmFile(9 * MB);
    const { uploadId, commandId } = await keepVideo(whoIsHere(), lesson, file);
    startPage();
    await vi.waitFor(async () => expect(await sentBytes(store, uploadId)).toBeGreaterThan(0));
    const rows = await discardCommand(commandId);
    await tendUploads(store);
    const { sentBytes: stopped } = (await findUpload(store, uploadId)) ?? {};
    line.piecesLeft = Number.POSITIVE_INFINITY;
    await drainLater(store);
    expect(await findUpload(store, uploadId)).toMatchObject({ state: 'discarded', sentBytes: stopped });
    expect(await findLessonUpload(store, lesson.lessonId)).toBeNull();
    await undoDiscard(rows);
    await waitUntilSent(store, uploadId);
    expect(await shownDigest(world)).toBe(await digestOfFile(file));
    expect(await store.uploadBytes.count()).toBe(0);
  });

  it('is removed from the device some time after it was discarded', async () => {
    const { store } = await openDesk();
    const { uploadId, commandId } = await keepVideo(whoIsHere(), lesson, filmFile(MB));
    await discardCommand(commandId);
    await tendUploads(store);
    expect(await store.uploadBytes.count()).toBe(1);
    await store.uploads.update(uploadId, { touchedAt: new Date(Date.now() - 3_600_001).toISOString() });
    await tendUploads(store);
    expect([await store.uploads.count(), await store.uploadBytes.count()]).toEqual([0, 0]);
  });

  it('reports a lost file when its discard is undone after a newer video replaced it', async () => {
    const { world, store } = await openDesk();
    const { commandId } = await keepVideo(whoIsHere(), lesson, filmFile(MB, 'older.mp4'));
    const rows = await discardCommand(commandId);
    const file = filmFile(MB, 'newer.mp4', 11);
    const newer = await keepVideo(whoIsHere(), lesson, file);
    await undoDiscard(rows);
    startPage();
    await waitUntilSent(store, newer.uploadId);
    expect(await shownDigest(world)).toBe(await digestOfFile(file));
    expect(await listUnsent(store)).toMatchObject([
      { id: commandId, state: 'refused', lastProblem: adminMessages.fileLost },
    ]);
  });

  it('is superseded by a newer one for the same lesson', async () => {
    const { world, store } = await openDesk();
    const older = await keepVideo(whoIsHere(), lesson, filmFile(MB, 'older.mp4'));
    const file = filmFile(MB, 'newer.mp4', 11);
    const newer = await keepVideo(whoIsHere(), lesson, file);
    expect(await findUpload(store, older.uploadId)).toBeNull();
    startPage();
    await waitUntilSent(store, newer.uploadId);
    expect(await shownDigest(world)).toBe(await digestOfFile(file));
  });

  it('is cancelled when its lesson is deleted', async () => {
    const { world, store } = await openDesk();
    const { uploadId } = await keepVideo(whoIsHere(), lesson, filmFile(MB));
    await enqueueSave(whoIsHere(), {
      ...{ courseId: 'tides', course: null, modules: [], deletedModules: [], lessons: [], draftIds: [] },
      deletedLessons: [{ moduleId: lesson.moduleId, lessonId: lesson.lessonId, title: 'x', version: 1 }],
    });
    startPage();
    await drainLater(store);
    await waitForState(store, uploadId, null);
    expect([await store.uploadBytes.count(), await listUnsent(store)]).toEqual([0, []]);
    expect(world.network.seen.filter(({ path }) => path.startsWith('/api/uploads'))).toEqual([]);
  });

  it('is restored when the delete of its lesson is discarded', async () => {
    const { world, store } = await openDesk();
    const file = filmFile(MB);
    const { uploadId } = await keepVideo(whoIsHere(), lesson, file);
    await enqueueSave(whoIsHere(), {
      ...{ courseId: 'tides', course: null, modules: [], deletedModules: [], lessons: [], draftIds: [] },
      deletedLessons: [{ moduleId: lesson.moduleId, lessonId: lesson.lessonId, title: 'x', version: 1 }],
    });
    await tendUploads(store);
    const [deletion] = await listUnsent(store);
    await discardCommand(deletion?.id ?? '');
    startPage();
    await waitUntilSent(store, uploadId);
    expect(await shownDigest(world)).toBe(await digestOfFile(file));
  });
});
