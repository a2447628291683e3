import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mediaCacheName } from '#pwa/downloads/cache/cached-file-url.ts';
import { CachedFile } from '#pwa/downloads/cache/media-cache.ts';
import { HELD_BYTES, holdReserve } from '#pwa/downloads/cache/reserve.ts';
import { MemoryCaches } from '#pwa/downloads/testing/memory-caches.ts';
import { listUnsent, parseOutboxRow } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { StorageFullError } from '#pwa/store/database/storage-errors.ts';
import { changePlan, findPlan } from '#pwa/store/offline/download-plans.ts';
import { listDownloads, putDownload } from '#pwa/store/offline/downloads.ts';
import { listEvictionNotices } from '#pwa/store/offline/eviction-notices.ts';
import { putOfflineCourse } from '#pwa/store/offline/put-offline-course.ts';
import { courseOf, lessonOf } from '#pwa/testing/courses.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { editorRow } from '#pwa/testing/edits.ts';
import { alice } from '#pwa/testing/people.ts';
import { withQuotaRetry } from './with-quota-retry.ts';

const at = '2026-11-21T08:00:00.000Z';
const fileOf = { old: 'a'.repeat(32), new: 'b'.repeat(32) };

let store: PrivateStore;
let disk: MemoryCaches;

/** A course with one downloaded video of 100 bytes. */
async function storeWithVideo(courseId: 'old' | 'new', usedAt: string): Promise<void> {
  const fileId = fileOf[courseId];
  const video = { videoUrl: `/media/${fileId}?expires=1&signature=x`, videoSizeBytes: 100 };
  await putOfflineCourse(store, courseOf(courseId, [[lessonOf(`${courseId}-1`, video)]]), { keptAt: at });
  const file = { kind: 'video', want: 'videos', title: 'Video', sizeBytes: 100 } as const;
  const row = { courseId, lessonId: `${courseId}-1`, ...file };
  await putDownload(store, { ...row, fileId, state: 'kept', checkedAt: at });
  await store.database.progress.put({
    ...{ lessonId: `${courseId}-1`, v: 1, completedAt: null, completedUpdatedAt: null },
    ...{ positionSeconds: 1, positionUpdatedAt: usedAt },
  });
  const cachedFile = new CachedFile('alice', fileId);
  await cachedFile.putChunk(0, new Blob([new Uint8Array(100)]));
  await cachedFile.putEntry({ sizeBytes: 100, chunkBytes: 100, isWhole: true, headers: new Headers() });
}

/** A write that succeeds only if at most this many bytes of files are left. */
const writeBeside = (bytes: number) => async () => {
  const cache = await disk.open(mediaCacheName('alice'));
  const stored = await Promise.all(disk.list(mediaCacheName('alice')).map((url) => cache.match(url)));
  const sizes = await Promise.all(stored.map(async (reply) => (await reply?.blob())?.size ?? 0));
  if (sizes.reduce((sum, size) => sum + size, 0) > bytes) throw new StorageFullError();
  return 'written';
};

const states = async () => (await listDownloads(store)).map(({ courseId, state }) => `${courseId} ${state}`);

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
  disk = new MemoryCaches();
  vi.stubGlobal('caches', disk);
  await storeWithVideo('new', '2026-11-21T09:00:00.000Z');
  await storeWithVideo('old', '2026-11-01T09:00:00.000Z');
  await holdReserve('alice');
});

describe('a write on full storage', () => {
  it('gets the reserve, and no file is evicted', async () => {
    expect(await withQuotaRetry('alice', writeBeside(HELD_BYTES))).toBe('written');
    expect(await states()).toEqual(['old kept', 'new kept']);
    expect(await listEvictionNotices(store)).toEqual([]);
  });

  it('gets the space of the least recently used course, and an eviction notice is stored', async () => {
    const wants = { videos: true, documents: true, images: true };
    await changePlan(store, 'new', () => ({ wants, isPaused: false }));
    expect(await withQuotaRetry('alice', writeBeside(150))).toBe('written');
    expect(await states()).toEqual(['old missing', 'new kept']);
    expect(await listEvictionNotices(store)).toEqual([
      { courseId: 'old', title: 'Title of old', bytes: 100 },
    ]);
    expect(await findPlan(store, 'new')).toMatchObject({ isPaused: true });
  });

  it('gets the space of acknowledged texts when no file is left, and of no unsent text', async () => {
    const content = `<p>${'w'.repeat(10_000)}</p>`;
    const args = {
      courseId: 'c',
      moduleId: 'm',
      lessonId: 'l',
      lessonTitle: 'Waves',
      version: 1,
      base: {},
      changes: { content },
    };
    const sent = { state: 'acknowledged', attempts: 1, acknowledgedAt: at } as const;
    const rows = [
      editorRow(1, { kind: 'lesson.update', args }, sent),
      editorRow(2, { kind: 'lesson.update', args }),
    ];
    await store.database.outbox.bulkPut(rows);
    const writeWithoutText = async () => {
      if (parseOutboxRow(await store.outbox.get(1)) !== null) throw new StorageFullError();
      return 'written';
    };
    expect(await withQuotaRetry('alice', writeWithoutText)).toBe('written');
    expect(await listUnsent(store)).toEqual([rows[1]]);
    expect(disk.list(mediaCacheName('alice'))).toEqual([]);
  });

  it('is rejected when there is nothing left to evict', async () => {
    await expect(withQuotaRetry('alice', writeBeside(-1))).rejects.toBeInstanceOf(StorageFullError);
  });

  it('is not retried for any other error', async () => {
    const work = () => Promise.reject(new Error('another one'));
    await expect(withQuotaRetry('alice', work)).rejects.toThrow('another one');
    expect(await states()).toEqual(['old kept', 'new kept']);
  });
});
