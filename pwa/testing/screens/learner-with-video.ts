import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { MemoryCaches } from '#pwa/downloads/testing/memory-caches.ts';
import { mediaName } from '#sync-server/media-store/stored-names.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { openLearner } from './device.ts';

const VIDEO_ID = '5a'.repeat(16);

/**
 * Alice's device with a downloaded course, whose first lesson has a video of this size. Files are stored in
 * memory, on a disk that can be full.
 */
export async function openLearnerWithVideo(sizeBytes: number) {
  const bytes = Buffer.alloc(sizeBytes, 'a video of the tide');
  const video = {
    ...{ id: VIDEO_ID, name: 'tide.mp4', contentType: 'video/mp4', sizeBytes },
    digest: createHash('sha256').update(bytes).digest('base64url'),
  };
  const device = await openLearner([fixtureCourse({ video })]);
  const { config, mediaStore } = device.server.deps;
  await mediaStore.write(mediaName(VIDEO_ID), bytes);
  const disk = new MemoryCaches();
  vi.stubGlobal('caches', disk);
  return { ...device, disk, video: join(config.dataFolder, mediaName(VIDEO_ID)) };
}

/** Requests of files wait until they are released, or until they are aborted. */
export function holdMedia(): () => void {
  const { fetch } = globalThis;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (!path.includes('/media/')) return fetch(path, init);
    const aborted = new Promise<void>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
    await Promise.race([released, aborted]);
    return fetch(path, init);
  });
  onTestFinished(() => release());
  return () => release();
}
