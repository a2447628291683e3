import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { messages } from '#schema/messages/messages.ts';
import type { App } from '../machines/device.ts';
import type { ChosenVideo } from '../run/chosen-video.ts';
import { markersIn, noteDropped } from '../run/oracle.ts';
import type { SimulationRun } from '../run/simulation-run.ts';
import { type EditorContext, listShownCourses } from './edits.ts';

/*
 * Videos that admins choose, online or offline: their bytes wait on the device and are uploaded in pieces,
 * followed by the command that puts them into their lesson. No two have the same bytes.
 */

/** Each has several pieces, which are smaller here than in production (device.ts). */
const SIZES_BYTES = [9_000, 40_000, 70_000] as const;
/** More files than any run chooses. */
const FILES_MAX = 30;

/** Chooses a video for a lesson; it replaces one that waits for the lesson here. */
export async function chooseVideo(context: EditorContext): Promise<void> {
  const { app, store, random, run } = context;
  const courses = await listShownCourses(context);
  const places = courses.flatMap(({ id: courseId, modules }) =>
    modules.flatMap(({ id: moduleId, lessons }) =>
      lessons.map(({ id: lessonId, title: lessonTitle }) => ({ courseId, moduleId, lessonId, lessonTitle })),
    ),
  );
  if (places.length === 0) return;
  const lesson = random.pick(places);
  const marker = `w${run.seed}x${++run.markerCount}x`;
  const bytes = createVideoBytes(marker, random.pick(SIZES_BYTES));
  const video: ChosenVideo = { marker, lessonId: lesson.lessonId, digest: digestOf(bytes), isStored: false };
  run.videos.push(video);
  const before = await app.outboxRows.listUnsent(store);
  const rivals = before.filter(
    ({ command }) => command.kind === 'lesson.attachVideo' && command.args.lessonId === lesson.lessonId,
  );
  noteDropped(run.oracle, rivals);
  await app.storeUpload.storeVideo(
    store.userId,
    lesson,
    new File([bytes], `${marker}.mp4`, { type: 'video/mp4' }),
  );
  video.isStored = true;
}

/** An MP4 header, followed by a repeated text. */
function createVideoBytes(marker: string, sizeBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  const head = `\0\0\0\x18ftypisom\0\0\0\0isommp42`;
  for (let at = 0; at < sizeBytes; at += 1) {
    const text = at < head.length ? head.charCodeAt(at) : marker.charCodeAt(at % marker.length) + (at >> 12);
    bytes[at] = text;
  }
  return bytes;
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url');

/** Sends files as a page does on reconnecting; `isClosed` is checked between files. */
export async function sendVideos(app: App, isClosed: () => boolean = () => false): Promise<void> {
  await app.uploads.sendDue({ isEager: true, isStopped: isClosed, setUnderway: () => undefined });
}

/** Sends files until each has arrived, is refused, or depends on a command that is gone. */
export async function sendAllVideos(app: App, store: PrivateStore): Promise<void> {
  for (let left = FILES_MAX; left > 0; left -= 1) {
    await sendVideos(app);
    const rows = await app.uploadRows.listUploads(store);
    if (!rows.some(({ state }) => state === 'waiting' || state === 'sending')) return;
  }
}

/** Every video reached its lesson once and whole, unless a user cancelled it or the lesson is gone. */
export async function expectVideosAttached({
  server,
  videos,
  acknowledged,
  oracle,
  ...run
}: SimulationRun): Promise<void> {
  const files = await server.db.selectFrom('files').select(['id', 'digest']).execute();
  const digests = new Map(files.map(({ id, digest }) => [id, digest]));
  // The rows of a deleted course stay until it has left the trash.
  const lessons = await server.db
    .selectFrom('lessons')
    .innerJoin('modules', 'modules.id', 'lessons.moduleId')
    .where('modules.courseId', 'not in', server.db.selectFrom('deletedCourses').select('courseId'))
    .select(['lessons.id', 'lessons.videoFileId'])
    .execute();
  const shown = lessons.flatMap(({ id, videoFileId }) => (videoFileId === null ? [] : [{ id, videoFileId }]));
  const damaged = shown.filter(
    ({ videoFileId }) => digestOf(server.readVideo(videoFileId)) !== digests.get(videoFileId),
  );
  expect(damaged, 'videos that differ from the chosen file').toEqual([]);
  const there = new Set(lessons.map(({ id }) => id));
  const strange = shown.filter(({ id, videoFileId }) => {
    const video = videos.find(({ digest }) => digest === digests.get(videoFileId));
    // A recreated lesson has another id, and its video with it.
    return video === undefined || (video.lessonId !== id && there.has(video.lessonId));
  });
  expect(strange, 'videos in the wrong lesson').toEqual([]);
  // A restored database lacks the videos uploaded after the backup, and devices have deleted their bytes.
  if (run.hasBeenRestored) return;
  const done = new Set([...acknowledged.values()].flatMap(({ args }) => markersIn(args)));
  const lost = videos.filter(
    ({ marker, lessonId, isStored }) =>
      isStored && there.has(lessonId) && !done.has(marker) && !oracle.dropped.has(marker),
  );
  expect(lost, 'videos that were stored but are not on the server').toEqual([]);
  // Its user may have lost the rights of an admin.
  const hasReason = (marker: string) =>
    run.circumstances.accounts !== null && oracle.refusedVideos.get(marker) === messages.notAllowed;
  const refused = videos.filter(
    ({ marker, lessonId }) => there.has(lessonId) && oracle.refusedVideos.has(marker) && !hasReason(marker),
  );
  expect(
    refused.map(({ marker }) => oracle.refusedVideos.get(marker)),
    'videos that were refused without a reason',
  ).toEqual([]);
  // The loops do not report the ack of a command that was discarded in flight.
  const isUncertain = (marker: string) => run.circumstances.hasLoops && oracle.dropped.has(marker);
  await expectPlacedOnce(server, {
    certain: videos.filter(({ marker }) => done.has(marker)).length,
    uncertain: videos.filter(({ marker }) => !done.has(marker) && isUncertain(marker)).length,
  });
}

interface Counts {
  readonly certain: number;
  readonly uncertain: number;
}

/** The history records for each uploaded video that it reached its lesson, once. */
async function expectPlacedOnce(
  server: SimulationRun['server'],
  { certain, uncertain }: Counts,
): Promise<void> {
  const revisions = await server.db
    .selectFrom('revisions')
    .select(['entityId', 'before', 'after'])
    .where('entity', '=', 'lesson')
    .where('kind', '=', 'update')
    .execute();
  const placed = revisions.flatMap(({ entityId, before, after }) => {
    const [was, is] = [videoFileIdIn(before), videoFileIdIn(after)];
    return is === null || is === was ? [] : [`${entityId} ${is}`];
  });
  expect(placed.length, 'videos that reached their lessons').toBeGreaterThanOrEqual(certain);
  expect(placed.length, 'videos that reached their lessons').toBeLessThanOrEqual(certain + uncertain);
  expect(new Set(placed).size, 'videos that were attached twice').toBe(placed.length);
}

/** The id of a lesson's video file, according to the history. */
export const videoFileIdIn = (value: unknown) =>
  /"?\/media\/([0-9a-f]{32})/.exec(JSON.stringify(value) ?? '')?.[1] ?? null;
