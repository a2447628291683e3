import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { PrivateStore } from '../../../pwa/store/private-store.ts';
import type { App } from './device.ts';
import { type Desk, shownCourses } from './edits.ts';
import type { Film } from './film.ts';
import type { Life } from './life.ts';
import { noteDropped, wordsIn } from './witness.ts';

/*
 * Videos that admins choose, online or offline: their bytes wait on the device and are uploaded in pieces,
 * followed by the command that puts them into their lesson. No two have the same bytes.
 */

/** Each has several pieces, which are smaller here than in production (device.ts). */
const SIZES_BYTES = [9_000, 40_000, 70_000] as const;
/** More files than any run chooses. */
const FILES_MAX = 30;

/** Chooses a video for a lesson; it replaces one that waits for the lesson here. */
export async function chooseFilm(desk: Desk): Promise<void> {
  const { app, store, random, life } = desk;
  const courses = await shownCourses(desk);
  const places = courses.flatMap(({ id: courseId, modules }) =>
    modules.flatMap(({ id: moduleId, lessons }) =>
      lessons.map(({ id: lessonId, title: lessonTitle }) => ({ courseId, moduleId, lessonId, lessonTitle })),
    ),
  );
  if (places.length === 0) return;
  const lesson = random.pick(places);
  const word = `w${life.seed}x${++life.words}x`;
  const bytes = filmOf(word, random.pick(SIZES_BYTES));
  const film: Film = { word, lessonId: lesson.lessonId, digest: digestOf(bytes), isKept: false };
  life.films.push(film);
  const before = await app.outboxRows.listUnsent(store);
  const rivals = before.filter(
    ({ command }) => command.kind === 'lesson.attachVideo' && command.args.lessonId === lesson.lessonId,
  );
  noteDropped(life.witness, rivals);
  await app.keepUpload.keepVideo(
    store.userId,
    lesson,
    new File([bytes], `${word}.mp4`, { type: 'video/mp4' }),
  );
  film.isKept = true;
}

/** An MP4 header, followed by a repeated text. */
function filmOf(word: string, sizeBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  const head = `\0\0\0\x18ftypisom\0\0\0\0isommp42`;
  for (let at = 0; at < sizeBytes; at += 1) {
    const text = at < head.length ? head.charCodeAt(at) : word.charCodeAt(at % word.length) + (at >> 12);
    bytes[at] = text;
  }
  return bytes;
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url');

/** Sends files as a page does on reconnecting; `isGone` is checked between files. */
export async function sendFilms(app: App, isGone: () => boolean = () => false): Promise<void> {
  await app.uploads.sendDue({ isEager: true, isStopped: isGone, tell: () => undefined });
}

/** Sends files until each has arrived, is refused, or depends on a command that is gone. */
export async function sendAllFilms(app: App, store: PrivateStore): Promise<void> {
  for (let left = FILES_MAX; left > 0; left -= 1) {
    await sendFilms(app);
    const rows = await app.uploadRows.listUploads(store);
    if (!rows.some(({ state }) => state === 'waiting' || state === 'sending')) return;
  }
}

/** Every video reached its lesson once and whole, unless a user cancelled it or the lesson is gone. */
export async function expectFilmsThere({
  server,
  films,
  acknowledged,
  witness,
  ...life
}: Life): Promise<void> {
  const files = await server.db.selectFrom('files').select(['id', 'digest']).execute();
  const digests = new Map(files.map(({ id, digest }) => [id, digest]));
  const lessons = await server.db.selectFrom('lessons').select(['id', 'videoFileId']).execute();
  const shown = lessons.flatMap(({ id, videoFileId }) => (videoFileId === null ? [] : [{ id, videoFileId }]));
  const damaged = shown.filter(
    ({ videoFileId }) => digestOf(server.readFilm(videoFileId)) !== digests.get(videoFileId),
  );
  expect(damaged, 'films that are not what was chosen').toEqual([]);
  const there = new Set(lessons.map(({ id }) => id));
  const strange = shown.filter(({ id, videoFileId }) => {
    const film = films.find(({ digest }) => digest === digests.get(videoFileId));
    // A recreated lesson has another id, and its video with it.
    return film === undefined || (film.lessonId !== id && there.has(film.lessonId));
  });
  expect(strange, 'films in the place of others').toEqual([]);
  // A restored database lacks the videos uploaded after the backup, and devices have deleted their bytes.
  if (life.hasBeenRestored) return;
  const done = new Set([...acknowledged.values()].flatMap(({ args }) => wordsIn(args)));
  const lost = films.filter(
    ({ word, lessonId, isKept }) =>
      isKept && there.has(lessonId) && !done.has(word) && !witness.dropped.has(word),
  );
  expect(lost, 'films that were kept and are nowhere').toEqual([]);
  const refused = films.filter(({ word, lessonId }) => there.has(lessonId) && witness.refusedFilms.has(word));
  expect(
    refused.map(({ word }) => witness.refusedFilms.get(word)),
    'films that were refused for no reason',
  ).toEqual([]);
  await expectPlacedOnce(
    server,
    films.filter(({ word }) => done.has(word)),
  );
}

/** The history records for each uploaded video that it reached its lesson, once. */
async function expectPlacedOnce(server: Life['server'], films: readonly Film[]): Promise<void> {
  const revisions = await server.db
    .selectFrom('revisions')
    .select(['entityId', 'before', 'after'])
    .where('entity', '=', 'lesson')
    .where('kind', '=', 'update')
    .execute();
  const placed = revisions.flatMap(({ entityId, before, after }) => {
    const [was, is] = [filmIn(before), filmIn(after)];
    return is === null || is === was ? [] : [`${entityId} ${is}`];
  });
  expect(placed.length, 'films that came into their lessons').toBe(films.length);
  expect(new Set(placed).size, 'films that came twice').toBe(placed.length);
}

/** The id of a lesson's video file, according to the history. */
export const filmIn = (told: unknown) =>
  /"?\/media\/([0-9a-f]{32})/.exec(JSON.stringify(told) ?? '')?.[1] ?? null;
