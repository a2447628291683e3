import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseMedia, pauseDownload, removeCourseFiles } from '../downloads/download-plans.ts';
import { changeDownloadSettings } from '../downloads/download-settings.ts';
import { bytesOf } from '../downloads/testing/bytes.ts';
import { FileServer } from '../downloads/testing/file-server.ts';
import { MemoryCaches } from '../downloads/testing/memory-caches.ts';
import { wakeDownloads } from '../downloads/wake.ts';
import { listDownloads } from '../store/downloads.ts';
import { StorageFullError } from '../store/errors.ts';
import { putKeptCourse } from '../store/keep-course.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { courseOf, lessonOf } from '../testing/courses.ts';
import { resetDevice, signInAs } from '../testing/device.ts';
import { createLocks } from '../testing/fake-locks.ts';
import { alice } from '../testing/people.ts';
import { startDownloads } from './downloads.ts';
import { withRoom } from './room.ts';

const MEGABYTE = 1024 * 1024;
const FILM = 'a'.repeat(32);
const ALL = { videos: true, documents: true, images: true };

let store: PrivateStore;
let server: FileServer;
let stop: () => void;

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
  vi.stubGlobal('caches', new MemoryCaches());
  server = new FileServer();
  server.put(`/media/${FILM}`, bytesOf(6 * MEGABYTE));
  const film = { videoUrl: `/media/${FILM}?expires=1&signature=x`, videoSizeBytes: 6 * MEGABYTE };
  const course = courseOf('tides', [[lessonOf('l1', film)]]);
  await putKeptCourse(store, course, { keptAt: '2026-11-21T08:00:00.000Z' });
  stop = startDownloads();
});

afterEach(() => {
  stop();
  changeDownloadSettings({ onlyUnmetered: false });
  vi.unstubAllGlobals();
});

const film = async () => (await listDownloads(store)).find(({ fileId }) => fileId === FILM);
const until = (state: 'kept' | 'missing') =>
  vi.waitFor(async () => expect((await film())?.state).toBe(state), { timeout: 10_000 });

describe('downloads', () => {
  it('start when the user requests them, and not before', async () => {
    wakeDownloads();
    await until('missing');
    expect(server.asked).toEqual([]);
    await chooseMedia(alice.id, 'tides', ALL);
    await until('kept');
    expect(server.hasSentOnce(`/media/${FILM}`)).toBe(true);
  });

  it('wait for Wi-Fi if only Wi-Fi is allowed, and continue on it without a further request', async () => {
    const line = Object.assign(new EventTarget(), { type: 'cellular' });
    vi.stubGlobal('navigator', { onLine: true, locks: createLocks(), connection: line });
    stop();
    stop = startDownloads();
    changeDownloadSettings({ onlyUnmetered: true });
    await chooseMedia(alice.id, 'tides', ALL);
    await until('missing');
    expect(server.asked).toEqual([]);
    line.type = 'wifi';
    line.dispatchEvent(new Event('change'));
    await until('kept');
  });

  it('stop after the current piece when they are paused, and resume after it', async () => {
    server.answer = async (_path, _request, count) => {
      if (count === 2) await pauseDownload(alice.id, 'tides');
      return {};
    };
    await chooseMedia(alice.id, 'tides', ALL);
    await vi.waitFor(async () => expect((await film())?.receivedBytes).toBe(2 * MEGABYTE), {
      timeout: 10_000,
    });
    expect(server.asked).toHaveLength(2);
    await chooseMedia(alice.id, 'tides', ALL);
    await until('kept');
    expect(server.hasSentOnce(`/media/${FILM}`)).toBe(true);
  });

  it('leave nothing when the files are removed during a download, and do not restart on their own', async () => {
    let removal: Promise<void> | null = null;
    server.answer = (_path, _request, count) => {
      if (count === 2) removal = removeCourseFiles(alice.id, 'tides');
      return {};
    };
    await chooseMedia(alice.id, 'tides', ALL);
    await vi.waitFor(() => expect(removal).not.toBeNull(), { timeout: 10_000 });
    await removal;
    await until('missing');
    expect((await film())?.receivedBytes ?? 0).toBe(0);
  });

  it('are evicted to make space for the outbox, and do not restart without a request', async () => {
    await chooseMedia(alice.id, 'tides', ALL);
    await until('kept');
    const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new StorageFullError());
    expect(await withRoom(alice.id, work.mockResolvedValue('written'))).toBe('written');
    await until('missing');
    const asked = server.asked.length;
    wakeDownloads();
    await until('missing');
    expect(server.asked).toHaveLength(asked);
  });
});
