import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from '#schema/testing/wait-for.ts';
import { chooseMedia, pauseDownload, removeCourseFiles } from '../downloads/plans/download-plans.ts';
import { changeDownloadSettings } from '../downloads/plans/download-settings.ts';
import { requestDownloads } from '../downloads/plans/request-downloads.ts';
import { bytesOf } from '../downloads/testing/bytes.ts';
import { FileServer } from '../downloads/testing/file-server.ts';
import { MemoryCaches } from '../downloads/testing/memory-caches.ts';
import type { PrivateStore } from '../store/database/private-store.ts';
import { StorageFullError } from '../store/database/storage-errors.ts';
import { listDownloads } from '../store/offline/downloads.ts';
import { putOfflineCourse } from '../store/offline/put-offline-course.ts';
import { courseOf, lessonOf } from '../testing/courses.ts';
import { resetDevice, signInAs } from '../testing/device.ts';
import { createWebLocks } from '../testing/fake-locks.ts';
import { alice } from '../testing/people.ts';
import { startDownloads } from './downloads.ts';
import { withQuotaRetry } from './outbox/with-quota-retry.ts';

const MEGABYTE = 1024 * 1024;
const VIDEO = 'a'.repeat(32);
const ALL = { videos: true, documents: true, images: true };

let store: PrivateStore;
let server: FileServer;
let stop: () => void;

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
  vi.stubGlobal('caches', new MemoryCaches());
  server = new FileServer();
  server.put(`/media/${VIDEO}`, bytesOf(6 * MEGABYTE));
  const video = { videoUrl: `/media/${VIDEO}?expires=1&signature=x`, videoSizeBytes: 6 * MEGABYTE };
  const course = courseOf('tides', [[lessonOf('l1', video)]]);
  await putOfflineCourse(store, course, { keptAt: '2026-11-21T08:00:00.000Z' });
  stop = startDownloads();
});

afterEach(() => {
  stop();
  changeDownloadSettings({ onlyUnmetered: false });
  vi.unstubAllGlobals();
});

const video = async () => (await listDownloads(store)).find(({ fileId }) => fileId === VIDEO);
const until = (state: 'kept' | 'missing') => waitFor(async () => expect((await video())?.state).toBe(state));

describe('downloads', () => {
  it('start when the user requests them, and not before', async () => {
    requestDownloads();
    await until('missing');
    expect(server.requests).toEqual([]);
    await chooseMedia(alice.id, 'tides', ALL);
    await until('kept');
    expect(server.hasSentOnce(`/media/${VIDEO}`)).toBe(true);
  });

  it('wait for Wi-Fi if only Wi-Fi is allowed, and continue on it without a further request', async () => {
    const connection = Object.assign(new EventTarget(), { type: 'cellular' });
    vi.stubGlobal('navigator', { onLine: true, locks: createWebLocks(), connection: connection });
    stop();
    stop = startDownloads();
    changeDownloadSettings({ onlyUnmetered: true });
    await chooseMedia(alice.id, 'tides', ALL);
    await until('missing');
    expect(server.requests).toEqual([]);
    connection.type = 'wifi';
    connection.dispatchEvent(new Event('change'));
    await until('kept');
  });

  it('stop after the current piece when they are paused, and resume after it', async () => {
    server.rules = async (_path, _request, count) => {
      if (count === 2) await pauseDownload(alice.id, 'tides');
      return {};
    };
    await chooseMedia(alice.id, 'tides', ALL);
    await waitFor(async () => expect((await video())?.receivedBytes).toBe(2 * MEGABYTE));
    expect(server.requests).toHaveLength(2);
    await chooseMedia(alice.id, 'tides', ALL);
    await until('kept');
    expect(server.hasSentOnce(`/media/${VIDEO}`)).toBe(true);
  });

  it('leave nothing when the files are removed during a download, and do not restart on their own', async () => {
    let removal: Promise<void> | null = null;
    server.rules = (_path, _request, count) => {
      if (count === 2) removal = removeCourseFiles(alice.id, 'tides');
      return {};
    };
    await chooseMedia(alice.id, 'tides', ALL);
    await waitFor(() => expect(removal).not.toBeNull());
    await removal;
    await until('missing');
    expect((await video())?.receivedBytes ?? 0).toBe(0);
  });

  it('are evicted to make space for the outbox, and do not restart without a request', async () => {
    await chooseMedia(alice.id, 'tides', ALL);
    await until('kept');
    const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new StorageFullError());
    expect(await withQuotaRetry(alice.id, work.mockResolvedValue('written'))).toBe('written');
    await until('missing');
    const requests = server.requests.length;
    requestDownloads();
    await until('missing');
    expect(server.requests).toHaveLength(requests);
  });
});
