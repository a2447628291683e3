import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { releaseTexts } from '#pwa/store/account/acknowledged/bound-acknowledged.ts';
import { removeSpentImportTexts } from '#pwa/store/account/import-texts.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueModuleCreate, enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import { discardImport } from '#pwa/sync/imports/change-import.ts';
import { discardCommand, retryCommand, undoDiscard } from '#pwa/sync/outbox/outbox.ts';
import { exportOutbox, importOutbox } from '#pwa/sync/outbox/outbox-file.ts';
import { requeueAcknowledged } from '#pwa/sync/outbox/requeue-acknowledged.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { openEmptyInstallation } from '../testing/course-file-world.ts';
import {
  coursesOnServer,
  lessonEdit,
  lessonOnServer,
  planOf,
  shownContent,
  shownCourses,
  unsentStates,
} from '../testing/editor-world.ts';
import { importLinked, sendAll } from '../testing/linked-files-world.ts';
import { faults } from '../testing/network.ts';
import { pullAll } from '../testing/pull-world.ts';
import { arriveAgain, backUp } from '../testing/restore-world.ts';
import { arrive, drainLater, type World } from '../testing/world.ts';

const PAGES = 3;
const FILES = Array.from({ length: PAGES }, () => ['resource.attach', 'waiting']);

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  ({ world, store } = await openEmptyInstallation());
});

/** Imports a course of three pages and returns its first lesson. */
async function importPages() {
  const { importId, plan } = await importLinked(PAGES);
  const [course] = await shownCourses(store);
  const lesson = course?.modules[0]?.lessons[0];
  if (lesson === undefined) throw new Error('It has a lesson');
  return { importId, plan, lessonId: lesson.id };
}

const sentImports = () =>
  world.network.seen.filter(({ path }) => path === endpoints.importCourse.path).map(({ key }) => key);
const textsOnServer = async () => {
  const rows = await world.server.deps.db.selectFrom('lessonContents').select('content').execute();
  return rows.map(({ content }) => content);
};

describe('an import', () => {
  it('is one command with all rows, and its texts are not read with the outbox', async () => {
    const { lessonId } = await importPages();
    const [first, ...others] = await listUnsent(store);
    expect(first?.command.kind).toBe('course.import');
    expect(others.map(({ command, state }) => [command.kind, state])).toEqual(FILES);
    expect(JSON.stringify(first)).not.toContain('<p>');
    expect(await shownContent(store, lessonId)).toContain('<p>See the');
    await drainLater(store);
    expect(sentImports()).toEqual([first?.id]);
    expect(await unsentStates(store)).toEqual(FILES);
    expect(await textsOnServer()).toEqual(Array.from({ length: PAGES }, () => '<p>See the almanac.</p>'));
  });

  it('whose reply is lost gets the receipt, and is shown the same before and after', async () => {
    const { lessonId, plan } = await importPages();
    const [before] = await shownCourses(store);
    world.network.plan = [faults.replyLost];
    await drainLater(store);
    await pullAll(store);
    expect((await shownCourses(store))[0]?.modules).toMatchObject(before?.modules ?? []);
    await drainLater(store);
    expect(new Set(sentImports()).size).toBe(1);
    expect(sentImports()).toHaveLength(2);
    await sendAll(store);
    expect(await coursesOnServer(world)).toMatchObject([{ id: plan.courseId, modules: [{ version: 1 }] }]);
    expect(await shownContent(store, lessonId)).toBe('<p>See the almanac.</p>');
  });

  it('of which the server stores a part and fails leaves nothing there, and is sent again', async () => {
    await importPages();
    const { db } = world.server.deps;
    await sql`create trigger noRoom before insert on lessonContents when (select count(*) from lessonContents) = 2
      begin select raise(abort, 'no room'); end`.execute(db);
    await drainLater(store);
    expect(await coursesOnServer(world)).toEqual([]);
    expect((await unsentStates(store))[0]).toEqual(['course.import', 'waiting']);
    await sql`drop trigger noRoom`.execute(db);
    await sendAll(store);
    expect(await textsOnServer()).toHaveLength(PAGES);
  });

  it('is edited before it was sent: the edits follow it', async () => {
    const { plan, lessonId } = await importPages();
    const { courseId } = plan;
    const lessons = [await lessonEdit(store, lessonId, { title: 'Mine', content: '<p>Mine</p>' })];
    const [course] = await shownCourses(store);
    const second = course?.modules[0]?.lessons[1];
    const moduleId = course?.modules[0]?.id ?? '';
    const deletedLessons = [{ moduleId, lessonId: second?.id ?? '', title: second?.title ?? '', version: 1 }];
    await enqueueSave(knownUserId(), planOf({ courseId, lessons, deletedLessons }));
    await enqueueModuleCreate(knownUserId(), { id: courseId }, { title: 'New' });
    expect(await shownContent(store, lessonId)).toBe('<p>Mine</p>');
    await sendAll(store);
    const [onServer] = await coursesOnServer(world);
    expect(onServer?.modules.map(({ title, lessons: inside }) => [title, inside.length])).toEqual([
      ...[
        ['Tides', PAGES - 1],
        ['New', 0],
      ],
    ]);
    expect(await lessonOnServer(world, lessonId)).toMatchObject({ title: 'Mine', content: '<p>Mine</p>' });
  });

  it('that is refused stays visible with its texts, and is sent again whole after it was discarded and restored', async () => {
    const { lessonId } = await importPages();
    world.network.plan = [ownRefusal()];
    await drainLater(store);
    const [refused] = await listUnsent(store);
    expect(refused?.state).toBe('refused');
    expect(await shownContent(store, lessonId)).toContain('almanac');
    const rows = await discardCommand(refused?.id ?? '');
    expect(await listUnsent(store)).toEqual([]);
    await undoDiscard(rows);
    await retryCommand(refused?.id ?? '');
    await sendAll(store);
    expect(await textsOnServer()).toHaveLength(PAGES);
  });

  it('of which a text is lost is refused, and the user is told to import the file again', async () => {
    const { lessonId } = await importPages();
    await store.database.importTexts.delete(lessonId);
    await drainLater(store);
    expect((await listUnsent(store))[0]).toMatchObject({
      state: 'refused',
      lastProblem: adminMessages.importLost,
    });
    expect(await coursesOnServer(world)).toEqual([]);
  });

  it('is sent again to a server that was restored from before it', async () => {
    await pullAll(store);
    const restore = await backUp(world);
    await importPages();
    await sendAll(store);
    await removeSpentImportTexts(store);
    await restore('keep');
    expect(await textsOnServer()).toEqual([]);
    store = await arriveAgain(world, world.server.people.admin);
    await pullAll(store, { onNewEpoch: requeueAcknowledged });
    await drainLater(store);
    expect(await textsOnServer()).toEqual(Array.from({ length: PAGES }, () => '<p>See the almanac.</p>'));
  });

  it('gives up its texts with its command: for space, when it is discarded, and when it has left the outbox', async () => {
    // A small command is not worth emptying.
    const many = 12;
    const { importId } = await importLinked(many);
    await drainLater(store);
    expect(await store.importTexts.count()).toBe(many);
    await releaseTexts(store, Number.MAX_SAFE_INTEGER);
    expect(await store.importTexts.count()).toBe(0);
    await discardImport(importId);
    const second = await importLinked(PAGES);
    await discardImport(second.importId);
    expect(await store.importTexts.count()).toBe(0);
    await importLinked(PAGES);
    const rows = await listUnsent(store);
    await discardCommand(rows[0]?.id ?? '');
    expect(await store.importTexts.count()).toBe(PAGES);
    await removeSpentImportTexts(store);
    expect(await store.importTexts.count()).toBe(0);
  });

  it('is carried to another device with its texts', async () => {
    const { plan } = await importPages();
    const text = await exportOutbox(store);
    await store.database.outbox.clear();
    await store.database.importTexts.clear();
    store = await arrive(world, world.server.people.admin);
    expect(await importOutbox(text)).toMatchObject({ added: 1 });
    await drainLater(store);
    expect(await coursesOnServer(world)).toMatchObject([{ id: plan.courseId }]);
    expect(await textsOnServer()).toHaveLength(PAGES);
  });
});

/** A refusal of the server's own. */
const ownRefusal = () => ({
  status: 400,
  body: '{"error":"Not so","code":"invalid_input"}',
  headers: { 'X-Request-Id': crypto.randomUUID(), 'Content-Type': 'application/json' },
});
