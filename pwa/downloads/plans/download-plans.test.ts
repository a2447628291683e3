import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { Wants } from '#pwa/store/database/rows.ts';
import { pausePlans } from '#pwa/store/offline/download-plans.ts';
import { listDownloads } from '#pwa/store/offline/downloads.ts';
import { putOfflineCourse } from '#pwa/store/offline/put-offline-course.ts';
import { courseOf, lessonOf } from '#pwa/testing/courses.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { createWebLocks } from '#pwa/testing/fake-locks.ts';
import { alice } from '#pwa/testing/people.ts';
import type { Lesson } from '#schema/courses/lesson.ts';
import { mediaCacheName } from '../cache/cached-file-url.ts';
import { downloadWantedFiles } from '../fetch/download-wanted.ts';
import { bytesOf } from '../testing/bytes.ts';
import { FileServer } from '../testing/file-server.ts';
import { MemoryCaches } from '../testing/memory-caches.ts';
import { measureCourse } from './course-size.ts';
import {
  cancelDownload,
  chooseMedia,
  pauseDownload,
  readPlan,
  removeCourseFiles,
  resumeDownload,
} from './download-plans.ts';
import { changeDownloadSettings } from './download-settings.ts';
import { onDownloadRequest } from './request-downloads.ts';
import { listWantedFiles } from './wanted-files.ts';

const MEGABYTE = 1024 * 1024;
const VIDEO = 'a'.repeat(32);
const SHEET = 'b'.repeat(32);
const COVER = 'tides-0a1b2c3d-1280.webp';
const ALL: Wants = { videos: true, documents: true, images: true };
const signed = (fileId: string) => `/media/${fileId}?expires=1&signature=x`;

let store: PrivateStore;
let server: FileServer;
let disk: MemoryCaches;

/** A video of 6 MB, a document of 10 bytes, a cover; a second lesson shows media of other sites. */
async function storeTides(courseId = 'tides', video = VIDEO): Promise<void> {
  const sheet = {
    id: `${courseId}-r1`,
    type: 'pdf',
    title: 'Worksheet',
    url: signed(SHEET),
    sizeBytes: 10,
  } as const;
  const first: Partial<Lesson> = {
    videoUrl: signed(video),
    videoSizeBytes: 6 * MEGABYTE,
    resources: [sheet],
  };
  const elsewhere = {
    videoUrl: 'https://youtu.be/dQw4w9WgXcQ',
    content: '<img src="https://a.example/b.png">',
  };
  const lessons = [lessonOf(`${courseId}-l1`, first), lessonOf(`${courseId}-l2`, elsewhere)];
  const course = { ...courseOf(courseId, [lessons]), thumbnail: `/media/thumbnails/${COVER}` };
  await putOfflineCourse(store, course, { keptAt: '2026-11-21T08:00:00.000Z' });
}

const wanted = async () =>
  (await listWantedFiles(store)).filter(({ isWanted }) => isWanted).map(({ fileId }) => fileId);
const downloadAll = () => downloadWantedFiles(store);
const here = async () =>
  (await listDownloads(store)).filter(({ state }) => state === 'kept').map(({ fileId }) => fileId);

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
  disk = new MemoryCaches();
  vi.stubGlobal('caches', disk);
  server = new FileServer();
  server.put(`/media/${VIDEO}`, bytesOf(6 * MEGABYTE));
  server.put(`/media/${SHEET}`, bytesOf(10));
  server.put(`/media/thumbnails/${COVER}`, bytesOf(500));
  await storeTides();
});

afterEach(() => {
  changeDownloadSettings({ onlyUnmetered: false, savesData: false });
  vi.unstubAllGlobals();
});

/** The store accepts no write as long as any part of this file is on the device. */
function fillWith(fileId: string): void {
  const isFull = () => disk.list(mediaCacheName(alice.id)).some((url) => url.includes(fileId));
  const { put } = IDBObjectStore.prototype;
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...row
  ) {
    if (isFull()) throw new DOMException('no space', 'QuotaExceededError');
    return put.apply(this, row);
  });
  onTestFinished(() => spy.mockRestore());
}

/** A browser that reports its connection. */
function onLine(connection: { type?: string; effectiveType?: string; saveData?: boolean }): void {
  vi.stubGlobal('navigator', { onLine: true, locks: createWebLocks(), connection });
}

describe('the files to download', () => {
  it('are the small ones by default', async () => {
    expect(await wanted()).toEqual([SHEET]);
  });

  it('are exactly the chosen ones, large or small', async () => {
    await chooseMedia(alice.id, 'tides', { videos: true, documents: false, images: false });
    expect(await wanted()).toEqual([VIDEO]);
    await chooseMedia(alice.id, 'tides', ALL);
    expect(await wanted()).toEqual([VIDEO, SHEET, COVER]);
  });

  it('are none while the course is paused, and the same again afterwards', async () => {
    await chooseMedia(alice.id, 'tides', ALL);
    await pauseDownload(alice.id, 'tides');
    expect(await wanted()).toEqual([]);
    await resumeDownload(alice.id, 'tides');
    expect(await wanted()).toEqual([VIDEO, SHEET, COVER]);
    await pausePlans(store);
    expect(await readPlan(alice.id, 'tides')).toMatchObject({ isPaused: true, wants: ALL });
  });

  it.each([
    [{ type: 'cellular' }, 0],
    [{ type: 'wifi', effectiveType: '2g' }, 3],
    [{ type: 'unknown', effectiveType: '2g' }, 0],
    [{ effectiveType: '4g' }, 3],
    [{}, 3],
  ])('on a connection of %o, with only Wi-Fi allowed, are %d', async (network, files) => {
    await chooseMedia(alice.id, 'tides', ALL);
    onLine(network);
    expect(await wanted()).toHaveLength(3);
    changeDownloadSettings({ onlyUnmetered: true });
    expect(await wanted()).toHaveLength(files);
  });

  it('are none by default when data saving is on, here or in the browser, but those that are chosen', async () => {
    onLine({ saveData: true });
    expect(await wanted()).toEqual([]);
    onLine({});
    changeDownloadSettings({ savesData: true });
    expect(await wanted()).toEqual([]);
    await chooseMedia(alice.id, 'tides', ALL);
    expect(await wanted()).toHaveLength(3);
  });

  it('are requested when the user chooses or resumes', async () => {
    const requests = vi.fn();
    const stop = onDownloadRequest(requests);
    await chooseMedia(alice.id, 'tides', ALL);
    await resumeDownload(alice.id, 'tides');
    stop();
    expect(requests).toHaveBeenCalledTimes(2);
  });
});

describe('a course on the device', () => {
  it('is measured by kind, before and after a download', async () => {
    const before = await measureCourse(store, 'tides');
    const video = { files: 1, filesHere: 0, bytes: 6 * MEGABYTE, bytesHere: 0 };
    expect(before?.media.videos).toEqual(video);
    expect(before?.text).toMatchObject({ files: 2, filesHere: 2 });
    await chooseMedia(alice.id, 'tides', ALL);
    await downloadAll();
    const after = await measureCourse(store, 'tides');
    expect(after?.media.videos).toEqual({ ...video, filesHere: 1, bytesHere: video.bytes });
    // An image's size is known only from the response.
    expect(after?.media.images).toEqual({ files: 1, filesHere: 1, bytes: 500, bytesHere: 500 });
    expect(await measureCourse(store, 'unknown')).toBeNull();
  });

  it('loses one kind of its files when the user removes it, and it is not downloaded again on its own', async () => {
    await chooseMedia(alice.id, 'tides', ALL);
    await downloadAll();
    await removeCourseFiles(alice.id, 'tides', 'videos');
    expect((await here()).sort()).toEqual([SHEET, COVER].sort());
    expect(await wanted()).toEqual([SHEET, COVER]);
    await removeCourseFiles(alice.id, 'tides');
    await downloadAll();
    expect(await here()).toEqual([]);
  });

  it('loses the earlier version of a video with the videos, not with the documents', async () => {
    await chooseMedia(alice.id, 'tides', ALL);
    await downloadAll();
    const newer = 'c'.repeat(32);
    server.put(`/media/${newer}`, bytesOf(6 * MEGABYTE));
    server.rules = (path) => (path.includes(newer) ? { status: 500 } : {});
    await storeTides('tides', newer);
    await downloadAll();
    await removeCourseFiles(alice.id, 'tides', 'documents');
    expect((await here()).sort()).toEqual([VIDEO, COVER].sort());
    await removeCourseFiles(alice.id, 'tides', 'videos');
    expect(await here()).toEqual([COVER]);
  });

  it('loses its files on a full disk, which accepts no other write before', async () => {
    await chooseMedia(alice.id, 'tides', ALL);
    await downloadAll();
    fillWith(VIDEO);
    await removeCourseFiles(alice.id, 'tides', 'videos');
    expect((await here()).sort()).toEqual([SHEET, COVER].sort());
    expect(await wanted()).toEqual([SHEET, COVER]);
  });

  it('loses the incomplete files of a cancelled download on a full disk', async () => {
    server.rules = (path, _request, count) => (path.includes(VIDEO) && count > 4 ? { status: 500 } : {});
    await chooseMedia(alice.id, 'tides', ALL);
    await downloadAll();
    fillWith(VIDEO);
    await cancelDownload(alice.id, 'tides');
    expect((await here()).sort()).toEqual([SHEET, COVER].sort());
    expect(await wanted()).toEqual([]);
  });

  it('retains files that another course wants too', async () => {
    await storeTides('tides-again');
    await chooseMedia(alice.id, 'tides', ALL);
    await chooseMedia(alice.id, 'tides-again', { videos: true, documents: false, images: false });
    await downloadAll();
    await removeCourseFiles(alice.id, 'tides');
    expect(await here()).toEqual([VIDEO]);
  });

  it('retains complete files and removes incomplete ones when its download is cancelled', async () => {
    server.rules = (path, _request, count) => (path.includes(VIDEO) && count > 4 ? { status: 500 } : {});
    await chooseMedia(alice.id, 'tides', ALL);
    await downloadAll();
    const rows = await listDownloads(store);
    expect(rows.find(({ fileId }) => fileId === VIDEO)?.receivedBytes).toBeGreaterThan(0);
    await cancelDownload(alice.id, 'tides');
    expect((await here()).sort()).toEqual([SHEET, COVER].sort());
    expect(await wanted()).toEqual([]);
    expect((await measureCourse(store, 'tides'))?.media.videos.bytesHere).toBe(0);
  });
});

it('a course is downloaded and measured in a browser of 2022', async () => {
  const missing = [
    [AbortSignal, 'any'],
    [URL, 'canParse'],
  ] as const;
  for (const [holder, name] of missing) {
    const method = Object.getOwnPropertyDescriptor(holder, name);
    Reflect.deleteProperty(holder, name);
    onTestFinished(() => void (method && Object.defineProperty(holder, name, method)));
  }
  await chooseMedia(alice.id, 'tides', ALL);
  await downloadWantedFiles(store, { signal: new AbortController().signal });
  expect((await measureCourse(store, 'tides'))?.media).toMatchObject({
    videos: { filesHere: 1 },
    documents: { filesHere: 1 },
    images: { filesHere: 1 },
  });
});
