import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { onTestFinished } from 'vitest';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueImport } from '#pwa/sync/imports/enqueue-import.ts';
import { findPictureIn } from '#pwa/sync/imports/picture-uris.ts';
import { planImport } from '#pwa/sync/imports/plan-import.ts';
import { readImport } from '#pwa/sync/imports/read-import.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { QuestionKind } from '#schema/quizzes/question-kind.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { insertFile } from '#sync-server/media/file-queries.ts';
import { storeFile } from '#sync-server/media/store-file.ts';
import { newFileId, thumbnailNames } from '#sync-server/media-store/stored-names.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { createTestServer, type TestServer } from '#sync-server/testing/test-server.ts';
import { mp4Of } from '#sync-server/uploads/uploads-for-test.ts';
import { arrive, openWorld } from './world.ts';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const RED_PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/**
 * Another installation, with the course tides: a video, a PDF, captions, a picture, an embedded picture, a link between
 * its lessons, and a question of every kind.
 */
export async function otherInstallation(): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-course-file-'));
  const server = await createTestServer({ courses: [] });
  onTestFinished(async () => {
    rmSync(folder, { recursive: true, force: true });
    await server.close();
  });
  const store = async (name: string, bytes: Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return storeFile(server.deps.mediaStore, path);
  };
  const video = await store('tide.mp4', mp4Of(300_000));
  const pdf = await store('almanac of 2026.pdf', Buffer.from('%PDF-1.7\nof the tides\n'));
  await insertCourseWith(server, video);
  const { db } = server.deps;
  await inTransaction(db, async (trx) => {
    await insertFile(trx, pdf);
    const own = { fileId: pdf.id, url: null, type: 'pdf' as const };
    await trx.updateTable('resources').set(own).where('id', '=', 'tides-lesson-2-resource').execute();
    const thumbnail = await storePicture(server);
    await trx.updateTable('courses').set({ thumbnail }).where('id', '=', 'tides').execute();
  });
  const admin = (method: string, path: string, body: object) =>
    server.request(`/api/admin/${path}`, { method, body, as: server.people.admin });
  const captions = 'WEBVTT\n\n00:01.000 --> 00:02.000\nThe sea.\n';
  await admin('POST', 'lessons/tides-lesson-1/captions', { title: 'English', captions });
  const link = '<a href="/courses/tides/learn?lesson=tides-lesson-3" rel="noopener">on</a>';
  await admin('PUT', 'lessons/tides-lesson-1', { content: `<p>${link}<img src="${PIXEL}" alt="One" /></p>` });
  await addQuizzes(server, `<p>What is <img src="${RED_PIXEL}" alt="this" />? ${link}</p>`);
  return server;
}

/** Adds practice with a question of every kind to the first lesson, the first with this prompt, and a test to the third. */
async function addQuizzes({ request, people }: TestServer, firstPrompt: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const reply = await request(`/api/admin/${path}`, { method: 'POST', body, as: people.admin });
    if (reply.status !== 200) throw new Error(reply.text);
  };
  await post('lessons/tides-lesson-1/quizzes', { id: 'practice', use: 'practice', title: 'Ebb and flood' });
  for (const [at, [kind, choices, key]] of QUESTIONS.entries()) {
    const prompt = at === 0 ? firstPrompt : `<p>Question ${at + 1}</p>`;
    const body = { kind, prompt, choices: JSON.stringify(choices), key: JSON.stringify(key) };
    await post('quizzes/practice/questions', { ...body, points: 1.5, explanation: 'Read “Ebb” again.' });
  }
  const rules = { passPercent: 75, attemptsMax: 2, scoreRule: 'last', release: 'score', isRequired: 1 };
  await post('lessons/tides-lesson-3/quizzes', { id: 'test', use: 'test', title: 'Final', ...rules });
  const choices = JSON.stringify(CHOICES);
  const right = JSON.stringify({ right: ['b2'] });
  await post('quizzes/test/questions', { kind: 'one', prompt: '<p>Which?</p>', choices, key: right });
}

const CHOICES = [
  { id: 'b2', text: 'The flood' },
  { id: 'a1', text: 'The moon' },
];
const SIDES = [
  { id: 'l1', text: 'Ebb', side: 'left' },
  { id: 'l2', text: 'Flood', side: 'left' },
  { id: 'r1', text: 'falls', side: 'right' },
  { id: 'r2', text: 'rises', side: 'right' },
];
const PAIRS = [
  ['l1', 'r1'],
  ['l2', 'r2'],
];
/** One of each kind, with its choices and its key. */
const QUESTIONS: readonly (readonly [QuestionKind, readonly object[], object])[] = [
  ['one', CHOICES, { right: ['b2'] }],
  ['several', CHOICES, { right: ['a1', 'b2'] }],
  ['text', [], { accepted: ['ebb', 'Ébb'], ignoresAccents: true }],
  ['number', [], { value: '12,5', tolerance: '0.5' }],
  ['match', SIDES, { pairs: PAIRS }],
  ['order', CHOICES, { order: ['a1', 'b2'] }],
  ['open', [], { model: 'The moon draws the water.' }],
];

async function insertCourseWith({ deps }: TestServer, video: Awaited<ReturnType<typeof storeFile>>) {
  const { insertCourse } = await import('#sync-server/seed/insert-course.ts');
  const course = fixtureCourse({ video });
  await inTransaction(deps.db, (trx) =>
    insertCourse(trx, course, { position: 'a0', createdAt: '2026-11-21T08:00:00.000Z' }),
  );
}

async function storePicture({ deps }: TestServer): Promise<string> {
  const address = `/media/thumbnails/${newFileId()}-1280.webp`;
  // Noise: encoded a second time, it would have other bytes.
  const raw = { width: 300, height: 200, channels: 3 } as const;
  const bytes = await sharp(randomBytes(300 * 200 * 3), { raw })
    .webp({ quality: 82 })
    .toBuffer();
  for (const name of thumbnailNames(address)) await deps.mediaStore.write(name, bytes);
  return address;
}

/** Exports a course of a server as a file. */
export async function exportFrom(server: TestServer, courseId: string) {
  const path = endpoints.exportCourse.path.replace(':courseId', courseId);
  const request = { method: 'POST', body: { format: 'carrel' }, as: server.people.admin };
  const { url, digest } = (await server.request(path, request)).read(endpoints.exportCourse.output);
  const { bytes } = await server.request(url);
  return { bytes: Buffer.from(bytes), digest };
}

/** An admin's device without courses, at an installation of its own. */
export async function openEmptyInstallation() {
  const world = await openWorld([]);
  const store: PrivateStore = await arrive(world, world.server.people.admin);
  return { world, store };
}

/** Imports a course file on the device, as the screen does. */
export async function importFile(bytes: Uint8Array<ArrayBuffer>) {
  const chosen = { kind: 'file', name: 'tides.carrel', file: new Blob([bytes]) } as const;
  const read = await readImport(chosen, () => undefined);
  const plan = await planImport(read, findPictureIn(read.pictures));
  const importId = await enqueueImport(knownUserId(), { read, plan, report: [] });
  return { importId, plan, read };
}
