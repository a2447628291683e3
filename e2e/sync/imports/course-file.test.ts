import { beforeEach, describe, expect, it } from 'vitest';
import { listImportNotes } from '#pwa/store/account/imports.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueModuleCreate } from '#pwa/sync/enqueue/editor-commands.ts';
import { enqueueQuizUpdate } from '#pwa/sync/enqueue/quiz-commands.ts';
import { discardImport, isImportPaused, pauseImport, resumeImport } from '#pwa/sync/imports/change-import.ts';
import { readCourse } from '#pwa/sync/imports/read-course.ts';
import { exportOutbox, importOutbox } from '#pwa/sync/outbox/outbox-file.ts';
import { listImportedQuizzes } from '#pwa/sync/quizzes/imported-quizzes.ts';
import { readShownQuizzes } from '#pwa/sync/quizzes/shown-quizzes.ts';
import { reconcileUploads } from '#pwa/sync/uploads/upload-state.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { importedId } from '#schema/courses/imported-id.ts';
import { QuestionKind } from '#schema/quizzes/question-kind.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import {
  exportFrom,
  importFile,
  openEmptyInstallation,
  otherInstallation,
} from '../testing/course-file-world.ts';
import { coursesOnServer, shownContent, shownCourses } from '../testing/editor-world.ts';
import { faults } from '../testing/network.ts';
import { pullAll } from '../testing/pull-world.ts';
import { startPage } from '../testing/upload-world.ts';
import { arrive, drainLater, type World } from '../testing/world.ts';

let bytes: Buffer<ArrayBuffer>;
let digest: string;
let world: World;
let store: PrivateStore;

beforeEach(async () => {
  ({ bytes, digest } = await exportFrom(await otherInstallation(), 'tides'));
  ({ world, store } = await openEmptyInstallation());
});

const importTides = () => importFile(new Uint8Array(bytes));

/** Sends everything, files too. */
async function sendAll(): Promise<void> {
  const stop = startPage();
  await waitFor(async () => {
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
  });
  stop();
}

/** The archive without `about.json`, which is its last entry; what follows names where it begins. */
function withoutAbout(archive: Buffer): Buffer {
  const headerBytes = 30;
  return archive.subarray(
    0,
    archive.lastIndexOf('about.json', archive.indexOf('{"exportedAt"')) - headerBytes,
  );
}

describe('a course that was exported and imported on another installation', () => {
  it('is exported from there with the same bytes, but for about.json', async () => {
    const { plan } = await importTides();
    await sendAll();
    const again = await exportFrom(world.server, plan.courseId);
    expect(again.digest).toBe(digest);
    expect(withoutAbout(bytes).length).toBeGreaterThan(300_000);
    for (const kind of QuestionKind.options) expect(bytes.includes(`"kind":"${kind}"`)).toBe(true);
    expect(withoutAbout(again.bytes).equals(withoutAbout(bytes))).toBe(true);
  });

  it('is a new, unpublished course with texts, files and resources, and without codes', async () => {
    const { plan } = await importTides();
    await sendAll();
    const [course] = await coursesOnServer(world);
    expect(course).toMatchObject({ id: plan.courseId, title: 'Reading the tides', status: 'unpublished' });
    expect([course?.codeStats.total, course?.enrollmentCount]).toEqual([0, 0]);
    const lessons = course?.modules.flatMap((module) => module.lessons) ?? [];
    const third = lessons[2]?.id;
    expect(lessons[0]?.content).toContain(`href="/courses/${plan.courseId}/learn?lesson=${third}"`);
    expect(lessons[0]?.content).toContain('src="data:image/gif;base64,');
    expect(lessons[0]?.videoSizeBytes).toBe(300_000);
    expect(lessons.slice(0, 2).flatMap(({ resources }) => resources.map((one) => one.contentType))).toEqual([
      null,
      'text/vtt',
      'application/pdf',
    ]);
    expect(course?.thumbnail).toMatch(/^\/media\/thumbnails\//);
  });

  it('is shown on the device before anything was sent', async () => {
    await importTides();
    const [course] = await shownCourses(store);
    expect(course?.modules.map(({ title, lessons }) => [title, lessons.length])).toEqual([
      ['Ebb', 2],
      ['Flood', 2],
    ]);
    const lessonId = course?.modules[0]?.lessons[0]?.id ?? '';
    expect(await shownContent(store, lessonId)).toContain(`/courses/${course?.id}/learn?lesson=`);
  });

  it('has its quizzes, before it was sent and after, in the same rows, and an edit of them arrives', async () => {
    const { plan } = await importTides();
    const lessonId = plan.lessonIds.get('1/1') ?? '';
    const shown = () => readShownQuizzes(store, lessonId, listImportedQuizzes);
    const before = await shown();
    expect(before.map(({ title, questions }) => [title, questions.length])).toEqual([['Ebb and flood', 7]]);
    const [quiz] = before;
    if (quiz === undefined) throw new Error('It has practice');
    const { courseId } = plan;
    const ref = { courseId, moduleId: importedId(courseId, 1), lessonId, lessonTitle: 'Ebb' };
    const edit = { version: quiz.version, base: { title: quiz.title }, changes: { title: 'Mine' } };
    await enqueueQuizUpdate(
      knownUserId(),
      { ...ref, quizId: quiz.id, quizTitle: quiz.title, quizUse: quiz.use },
      edit,
    );
    await sendAll();
    await pullAll(store);
    const after = await shown();
    const known = (quizzes: typeof after) =>
      quizzes.map(({ id, questions }) => [id, questions.map((one) => one.id)]);
    expect(known(after)).toEqual(known(before));
    expect(after.map(({ title }) => title)).toEqual(['Mine']);
    expect(after[0]?.questions[0]?.prompt).toContain('src="data:image/gif;base64,');
    expect(after[0]?.questions[0]?.prompt).toContain(`href="/courses/${courseId}/learn?lesson=`);
    const versions = await world.server.deps.db.selectFrom('questionVersions').select('version').execute();
    expect(versions).toEqual(Array.from({ length: 8 }, () => ({ version: 1 })));
  });
});

describe('an import', () => {
  it('is stored whole or not at all', async () => {
    const fail = () => {
      throw new Error('The device failed');
    };
    store.database.uploadBytes.hook('creating', fail);
    await expect(importTides()).rejects.toThrow('The device failed');
    store.database.uploadBytes.hook('creating').unsubscribe(fail);
    expect(await listUnsent(store)).toEqual([]);
    expect([await store.uploads.count(), await listImportNotes(store)]).toEqual([0, []]);
  });

  it('goes on after lost replies and an interruption, and creates nothing twice', async () => {
    await importTides();
    world.network.plan = [faults.replyLost, faults.replyLost];
    await drainLater(store);
    await sendAll();
    const [course, ...others] = await coursesOnServer(world);
    expect(others).toEqual([]);
    expect(course?.modules.map(({ lessons }) => lessons.length)).toEqual([2, 2]);
    const rows = await world.server.deps.db.selectFrom('files').select('id').execute();
    expect(rows).toHaveLength(3);
  });

  it('is carried to another device with its quizzes', async () => {
    await importTides();
    const text = await exportOutbox(store);
    await store.database.outbox.clear();
    await store.database.importTexts.clear();
    store = await arrive(world, world.server.people.admin);
    await importOutbox(text);
    await drainLater(store);
    const quizzes = await world.server.deps.db
      .selectFrom('quizzes')
      .select('title')
      .orderBy('title')
      .execute();
    expect(quizzes).toEqual([{ title: 'Ebb and flood' }, { title: 'Final' }]);
  });

  it('is remembered by the digest of its file', async () => {
    const { importId, plan } = await importTides();
    const [note] = await listImportNotes(store);
    expect(note).toMatchObject({ importId, courseId: plan.courseId, digest, total: plan.commands.length });
    const second = await importTides();
    expect(second.plan.courseId).not.toBe(plan.courseId);
    expect(await listImportNotes(store)).toHaveLength(2);
  });

  it('waits while it is paused, although other edits are sent, and goes on when it is resumed', async () => {
    const { importId } = await importTides();
    await pauseImport(importId);
    expect(isImportPaused(await listUnsent(store))).toBe(true);
    const stop = startPage();
    await drainLater(store);
    stop();
    expect(await coursesOnServer(world)).toEqual([]);
    await resumeImport(importId);
    await sendAll();
    expect(await coursesOnServer(world)).toHaveLength(1);
  });

  it('waits also if it was paused while a request that is lost was under way', async () => {
    const { importId } = await importTides();
    world.network.plan = [faults.requestLost];
    const draining = drainLater(store);
    await waitFor(async () => (await listUnsent(store)).some(({ state }) => state === 'sending'));
    await pauseImport(importId);
    await draining;
    expect(isImportPaused(await listUnsent(store))).toBe(true);
    await drainLater(store);
    expect(await coursesOnServer(world)).toEqual([]);
    await resumeImport(importId);
    await sendAll();
    expect(await coursesOnServer(world)).toHaveLength(1);
  });

  it('that is discarded leaves nothing on the device, not even edits in it', async () => {
    const { importId, plan } = await importTides();
    await enqueueModuleCreate(knownUserId(), { id: plan.courseId }, { title: 'Mine' });
    await discardImport(importId);
    expect(await listUnsent(store)).toEqual([]);
    expect(await shownCourses(store)).toEqual([]);
    await store.database.uploads.toCollection().modify({ touchedAt: '2026-11-01T08:00:00.000Z' });
    await reconcileUploads(store);
    expect(await store.uploadBytes.count()).toBe(0);
  });

  it('that is discarded half-way leaves an unpublished course with what was sent', async () => {
    const { importId } = await importTides();
    await drainLater(store);
    await discardImport(importId);
    expect(await listUnsent(store)).toEqual([]);
    const [course] = await coursesOnServer(world);
    expect(course).toMatchObject({ status: 'unpublished', thumbnail: null });
  });

  it('of a file with a changed video is refused before anything is stored', async () => {
    const damaged = Buffer.from(bytes);
    damaged[damaged.indexOf('ftypisom') + 200_000] = 9;
    await expect(readCourse(new Blob([damaged]), () => undefined)).rejects.toThrow('This file is damaged.');
  });
});
