import { expect } from 'vitest';
import { writeZipForTest } from '#interchange/testing/pack-for-test.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueImport } from '#pwa/sync/imports/enqueue-import.ts';
import { findPictureIn } from '#pwa/sync/imports/picture-uris.ts';
import { planImport } from '#pwa/sync/imports/plan-import.ts';
import { readImport } from '#pwa/sync/imports/read-import.ts';
import { sendDue } from '#pwa/sync/uploads/uploads.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { UPLOADS_PATH } from '#schema/sync/upload.ts';
import { pullAll } from './pull-world.ts';
import { drainLater, type World } from './world.ts';

export const PDF = new TextEncoder().encode(`%PDF-1.7\n${'of the tides'.padEnd(9_000)}\n`);

/** Imports a zip of pages that all link one PDF, as the screen does. */
export async function importLinked(pages: number) {
  const encoder = new TextEncoder();
  const files = Array.from({ length: pages }, (_, at) => ({
    name: `page-${at}.md`,
    bytes: encoder.encode(`# Page ${at}\n\nSee the [almanac](almanac.pdf).\n`),
  }));
  const zip = new Blob([new Uint8Array(writeZipForTest([...files, { name: 'almanac.pdf', bytes: PDF }]))]);
  const read = await readImport({ kind: 'file', name: 'tides.zip', file: zip }, () => undefined);
  const plan = await planImport(read, findPictureIn(read.pictures), {
    course: { title: 'Tides', description: 'About', instructor: 'Mara' },
    skipped: new Set(),
  });
  const importId = await enqueueImport(knownUserId(), { read, plan, report: [] });
  return { importId, plan, read };
}

/** The unsent commands that attach the file. */
export const listAttaching = async (store: PrivateStore) =>
  (await listUnsent(store)).filter(({ command }) => command.kind === 'resource.attach');

/** Sends files as a page does on reconnecting. */
export const sendFiles = () =>
  sendDue({ isEager: true, isStopped: () => false, setUnderway: () => undefined });

/** By counts, not by time: a slow machine needs no more of them. */
const ROUNDS_MAX = 10;

/** Sends everything, files too, until nothing is left on the device. */
export async function sendAll(store: PrivateStore): Promise<void> {
  for (let left = ROUNDS_MAX; left > 0 && (await listUnsent(store)).length > 0; left -= 1) {
    await sendFiles();
    await drainLater(store);
  }
  expect(await listUnsent(store)).toEqual([]);
  await pullAll(store);
  await sendFiles();
  expect([await store.uploads.count(), await store.uploadBytes.count()]).toEqual([0, 0]);
}

/** The files among the resources on the server, with their bytes as learners get them. */
export async function readResources({ server }: World) {
  const { db, media, clock } = server.deps;
  const rows = await db
    .selectFrom('resources')
    .select(['id', 'version', 'fileId'])
    .where('fileId', 'is not', null)
    .orderBy('id')
    .execute();
  return Promise.all(
    rows.map(async ({ fileId, ...row }) => {
      const { status, bytes } = await server.request(
        media.addressOf(fileId ?? '', media.expiresAt(clock.now())),
      );
      return { ...row, isWhole: status === 200 && Buffer.compare(bytes, PDF) === 0 };
    }),
  );
}

/** How many uploads were begun, and how many pieces were sent. */
export function countUploads({ network }: World) {
  const countOf = (method: string) =>
    network.seen.filter((one) => one.method === method && one.path.startsWith(UPLOADS_PATH)).length;
  return { begun: countOf('POST'), pieces: countOf('PATCH') };
}
