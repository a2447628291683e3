import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { findUpload } from '#pwa/store/account/uploads.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { startUploads } from '#pwa/sync/uploads/uploads.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { mp4Of } from '#sync-server/uploads/uploads-for-test.ts';
import { pullAll } from './pull-world.ts';
import { arrive, drainLater, openWorld, type World } from './world.ts';

export const lesson = {
  courseId: 'tides',
  moduleId: 'tides-module-1',
  lessonId: 'tides-lesson-1',
  lessonTitle: 'High and low',
};
export const MB = 1024 * 1024;
export const createVideoFile = (sizeBytes: number, name = 'video.mp4', seed = 7): File => {
  const bytes = new Uint8Array(mp4Of(sizeBytes));
  for (let i = 64; i < bytes.length; i += 997) bytes[i] = (i * seed) % 251;
  return new File([bytes], name, { type: 'video/mp4' });
};
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
export const digestOfFile = async (file: File) => digestOf(new Uint8Array(await file.arrayBuffer()));

export async function openUploadDevice() {
  const world = await openWorld();
  const store = await arrive(world, world.server.people.admin);
  return { world, store };
}

/** A connection that lets a limited number of pieces through; the next one stalls until it is aborted. */
export function slowConnection({ network }: World) {
  const connection = { piecesLeft: 0 };
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    if (init.method !== 'PATCH') return network.fetch(path, init);
    if (connection.piecesLeft > 0) {
      connection.piecesLeft -= 1;
      return network.fetch(path, init);
    }
    return new Promise((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(new TypeError('Failed to fetch')));
    });
  });
  return connection;
}

export const sentBytes = async (store: PrivateStore, uploadId: string) =>
  (await findUpload(store, uploadId))?.sentBytes ?? 0;

/** The uploader of one page. Ended by the test, or with it. */
export function startPage(): () => void {
  const stop = startUploads();
  onTestFinished(stop);
  return stop;
}

export const waitForState = (store: PrivateStore, uploadId: string, state: string | null) =>
  waitFor(async () => expect((await findUpload(store, uploadId))?.state ?? null).toBe(state));

export const waitUntilSent = async (store: PrivateStore, uploadId: string) => {
  await waitForState(store, uploadId, 'arrived');
  await drainLater(store);
  await pullAll(store);
  await waitForState(store, uploadId, null);
};

export const lessonRow = ({ server }: World) =>
  server.deps.db
    .selectFrom('lessons')
    .selectAll()
    .where('id', '=', lesson.lessonId)
    .executeTakeFirstOrThrow();

/** The digest of the lesson's video; null without one. */
export async function shownDigest(world: World): Promise<string | null> {
  const { videoFileId } = await lessonRow(world);
  if (videoFileId === null) return null;
  return digestOf(readFileSync(join(world.server.deps.config.dataFolder, 'media', videoFileId)));
}
