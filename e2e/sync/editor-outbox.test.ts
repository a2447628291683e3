import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listAdminCourses } from '../../pwa/store/admin.ts';
import { findDraft, putDraft } from '../../pwa/store/drafts.ts';
import { findCommand, listUnsent } from '../../pwa/store/outbox.ts';
import type { PrivateStore } from '../../pwa/store/private-store.ts';
import { enqueueCourseFinish, enqueueCourseStatus } from '../../pwa/sync/admin-commands.ts';
import { decideConflict } from '../../pwa/sync/decide.ts';
import {
  enqueueCaptions,
  enqueueCourseCreate,
  enqueueLessonCreate,
  enqueueModuleCreate,
  enqueueSave,
  enqueueVideoUrl,
} from '../../pwa/sync/editor-commands.ts';
import { discardCommand, retryCommand, undoDiscard } from '../../pwa/sync/outbox.ts';
import { whoIsHere } from '../../pwa/testing/device.ts';
import {
  courseOnServer,
  knots,
  lessonEdit,
  lessonOnServer,
  makeCourse,
  openDesk,
  planOf,
  saveLessons,
  shownCourses,
  tides,
  unsentStates,
} from './editor-world.ts';
import { faults } from './network.ts';
import { drainLater, type World } from './world.ts';

const DAY_MS = 24 * 60 * 60_000;

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  ({ world, store } = await openDesk());
});

/** Edits as another admin, without this device's knowledge. */
const elsewhere = (path: string, body: object, method = 'PUT') =>
  world.server.ask(`/api/admin/${path}`, { method, body, as: world.server.people.admin });
const stateOf = async (id: string) => (await findCommand(store, id))?.state;

describe('a course created offline', () => {
  it('arrives whole in one round trip, in order, once, although the reply is lost', async () => {
    const made = await makeCourse();
    world.network.plan = [faults.replyLost];
    await drainLater(store);
    expect(await courseOnServer(world, made.courseId)).toBeDefined();
    expect(await listUnsent(store)).toHaveLength(4);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(world.network.batches).toBe(2);
    const course = await courseOnServer(world, made.courseId);
    expect(course?.modules).toMatchObject([
      { title: 'New Module', lessons: [{ title: 'Bowline', resources: [{ title: 'A' }] }] },
    ]);
    const kept = (await listAdminCourses(store)).find(({ id }) => id === made.courseId);
    expect(kept?.modules).toMatchObject([
      { version: 1, lessons: [{ version: 1, resources: [{ version: 1 }] }] },
    ]);
  });

  it('arrives whole although the clock was set back meanwhile', async () => {
    const nowMs = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { courseId } = await enqueueCourseCreate(whoIsHere(), knots);
    vi.setSystemTime(nowMs - DAY_MS);
    const { moduleId } = await enqueueModuleCreate(whoIsHere(), { id: courseId });
    vi.setSystemTime(nowMs - 2 * DAY_MS);
    await enqueueLessonCreate(whoIsHere(), { courseId, moduleId }, { title: 'Bowline' });
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await courseOnServer(world, courseId)).toMatchObject({
      modules: [{ lessons: [{ title: 'Bowline' }] }],
    });
  });

  it('coalesces edits made before it is sent', async () => {
    const { courseId, moduleId, lessonId } = await makeCourse();
    const lesson = { ...(await lessonEdit(store, lessonId, { title: 'The bowline', content: '<p>Up</p>' })) };
    const module = {
      moduleId,
      title: 'New Module',
      version: 0,
      base: { title: 'New Module' },
      changes: { title: 'First' },
    };
    const plan = planOf({ courseId, lessons: [lesson], modules: [module] });
    await enqueueSave(whoIsHere(), plan);
    expect((await unsentStates(store)).map(([kind]) => kind)).toEqual([
      'course.create',
      'module.create',
      'lesson.create',
      'resource.create',
    ]);
    await drainLater(store);
    expect(await courseOnServer(world, courseId)).toMatchObject({
      modules: [{ title: 'First', lessons: [{ title: 'The bowline', content: '<p>Up</p>' }] }],
    });
  });

  it('includes the captions of its videos, once, as a file of the server', async () => {
    const { courseId, at } = await makeCourse();
    const captions = 'WEBVTT\n\n00:01.000 --> 00:02.000\nOver, under.\n';
    await enqueueCaptions(whoIsHere(), at, { title: 'English', captions });
    const shown = (await shownCourses(store)).find(({ id }) => id === courseId);
    expect(shown?.modules[0]?.lessons[0]?.resources[1]).toMatchObject({
      contentType: 'text/vtt',
      version: 0,
    });
    world.network.plan = [faults.replyLost];
    await drainLater(store);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    const course = await courseOnServer(world, courseId);
    const [, resource] = course?.modules[0]?.lessons[0]?.resources ?? [];
    expect(course?.modules[0]?.lessons[0]?.resources).toHaveLength(2);
    expect((await world.server.ask(resource?.url ?? '')).text).toBe(captions);
    await expect(enqueueCaptions(whoIsHere(), at, { title: 'Not', captions: '1\n00:00:01' })).rejects.toThrow(
      /WebVTT/,
    );
    expect(await listUnsent(store)).toEqual([]);
  });

  it('is followed by edits made while its creation is in flight', async () => {
    const { courseId, lessonId, at } = await makeCourse();
    world.network.plan = [faults.replyLost];
    await drainLater(store);
    await enqueueSave(
      whoIsHere(),
      planOf({ courseId, lessons: [await lessonEdit(store, lessonId, { title: 'The bowline' })] }),
    );
    await enqueueVideoUrl(whoIsHere(), at, 'https://video.example/bowline');
    await enqueueCourseStatus(whoIsHere(), { id: courseId, title: 'Knots' }, 'published');
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await lessonOnServer(world, lessonId)).toMatchObject({
      title: 'The bowline',
      videoUrl: 'https://video.example/bowline',
      version: 3,
    });
    expect(await courseOnServer(world, courseId)).toMatchObject({ status: 'published' });
  });

  it('waits with all of its content when it is refused, and is sent whole on retry', async () => {
    const { courseId, commandId } = { ...(await enqueueCourseCreate(whoIsHere(), knots)) };
    const { moduleId } = await enqueueModuleCreate(whoIsHere(), { id: courseId });
    await enqueueLessonCreate(whoIsHere(), { courseId, moduleId });
    world.network.planInside.set(commandId, { status: 403, body: { error: 'Not now', code: 'not_allowed' } });
    await drainLater(store);
    expect(await unsentStates(store)).toEqual([
      ['course.create', 'refused'],
      ['module.create', 'waiting'],
      ['lesson.create', 'waiting'],
    ]);
    await enqueueModuleCreate(whoIsHere(), tides);
    await drainLater(store);
    expect(await listUnsent(store)).toHaveLength(3);
    await retryCommand(commandId);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await courseOnServer(world, courseId)).toMatchObject({ modules: [{ lessons: [{}] }] });
  });

  it('is discarded with all of its content, and restored by undo', async () => {
    const { courseId } = await makeCourse();
    const [create] = await listUnsent(store);
    const gone = await discardCommand(create?.id ?? '');
    expect(gone).toHaveLength(4);
    expect(await shownCourses(store)).toHaveLength(2);
    await undoDiscard(gone);
    expect(await listUnsent(store)).toEqual(gone);
    await drainLater(store);
    expect(await courseOnServer(world, courseId)).toMatchObject({ modules: [{ lessons: [{}] }] });
  });
});

it('is checked for “finished” together with unsent edits before it', async () => {
  const course = await enqueueCourseCreate(whoIsHere(), knots);
  const ref = { id: course.courseId, title: knots.title };
  await expect(enqueueCourseFinish(whoIsHere(), ref)).rejects.toThrow('Course needs modules with lessons');
  const { moduleId } = await enqueueModuleCreate(whoIsHere(), ref);
  await enqueueLessonCreate(whoIsHere(), { courseId: course.courseId, moduleId });
  await enqueueCourseFinish(whoIsHere(), ref);
  await drainLater(store);
  await drainLater(store);
  expect(await listUnsent(store)).toEqual([]);
  expect(await courseOnServer(world, course.courseId)).toMatchObject({ status: 'unpublished' });
});

describe('a delete', () => {
  const drop = { moduleId: 'tides-module-1', lessonId: 'tides-lesson-1', title: 'Lesson 1', version: 1 };

  it('restores the edits it had cancelled when discarded, and cancels them again on undo', async () => {
    await saveLessons(store, { title: 'One' }, { title: 'Two' });
    const edits = await listUnsent(store);
    await enqueueSave(whoIsHere(), planOf({ deletedLessons: [drop] }));
    const [other, deletion] = await listUnsent(store);
    expect(other).toEqual(edits[1]);
    const gone = await discardCommand(deletion?.id ?? '');
    expect(await listUnsent(store)).toEqual(edits);
    await undoDiscard(gone);
    expect(await listUnsent(store)).toEqual([other, deletion]);
    await discardCommand(deletion?.id ?? '');
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await lessonOnServer(world, 'tides-lesson-1')).toMatchObject({ title: 'One' });
    expect(await lessonOnServer(world, 'tides-lesson-2')).toMatchObject({ title: 'Two' });
  });

  it('of a row with edits restores them for a merge when the resolution retains the row', async () => {
    await saveLessons(store, { title: 'One' });
    await enqueueSave(whoIsHere(), planOf({ deletedLessons: [drop] }));
    await elsewhere('lessons/tides-lesson-1', { description: 'Theirs' });
    await drainLater(store);
    const [conflicted] = await listUnsent(store);
    await decideConflict(conflicted?.id ?? '', { kind: 'theirs' });
    await drainLater(store);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await lessonOnServer(world, 'tides-lesson-1')).toMatchObject({
      title: 'One',
      description: 'Theirs',
    });
  });

  it('that arrived drops them', async () => {
    await saveLessons(store, { title: 'One' });
    await enqueueSave(whoIsHere(), planOf({ deletedLessons: [drop] }));
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(JSON.stringify(await store.outbox.toArray())).not.toContain('One');
  });
});

describe('a Save Course', () => {
  it('arrives as one, and its drafts are removed once it is on the device', async () => {
    await putDraft(store, 'editor/tides/lesson/tides-lesson-1', { words: 'mine' });
    const lessons = [
      await lessonEdit(store, 'tides-lesson-1', { title: 'One' }),
      await lessonEdit(store, 'tides-lesson-2', { title: 'Two' }),
    ];
    await enqueueSave(whoIsHere(), planOf({ lessons, draftIds: ['editor/tides/lesson/tides-lesson-1'] }));
    expect(await findDraft(store, 'editor/tides/lesson/tides-lesson-1')).toBeNull();
    await drainLater(store);
    expect(world.network.batches).toBe(1);
    expect(await lessonOnServer(world, 'tides-lesson-2')).toMatchObject({ title: 'Two', version: 2 });
  });

  it('is applied once although its reply is lost', async () => {
    await saveLessons(store, { title: 'One' }, { title: 'Two' });
    world.network.plan = [faults.replyLost];
    await drainLater(store);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await lessonOnServer(world, 'tides-lesson-1')).toMatchObject({ title: 'One', version: 2 });
  });

  it('with one conflict applies nothing, retains everything, and blocks no other command', async () => {
    await saveLessons(store, { title: 'One' }, { title: 'Two' });
    await elsewhere('lessons/tides-lesson-2', { title: 'Second' });
    const { commandId } = await enqueueModuleCreate(whoIsHere(), tides);
    await drainLater(store);
    expect(await lessonOnServer(world, 'tides-lesson-1')).toMatchObject({ title: 'Lesson 1', version: 1 });
    const rows = await listUnsent(store);
    expect(rows.map(({ state, conflict, lastProblem }) => [state, conflict?.fields, lastProblem])).toEqual([
      ['refused', undefined, null],
      ['refused', ['title'], expect.stringContaining('Somebody else')],
    ]);
    expect(await stateOf(commandId)).toBe('acknowledged');
    await discardCommand(rows[1]?.id ?? '');
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await lessonOnServer(world, 'tides-lesson-1')).toMatchObject({ title: 'One' });
    expect(await lessonOnServer(world, 'tides-lesson-2')).toMatchObject({ title: 'Second' });
  });

  it('merges automatically with others’ changes of other fields', async () => {
    await saveLessons(store, { title: 'One' }, { title: 'Two' });
    await elsewhere('lessons/tides-lesson-2', { description: 'Theirs' });
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await lessonOnServer(world, 'tides-lesson-1')).toMatchObject({ title: 'One', version: 2 });
    expect(await lessonOnServer(world, 'tides-lesson-2')).toMatchObject({
      title: 'Two',
      description: 'Theirs',
      version: 3,
    });
  });

  it('that was refused is repaired by saving again', async () => {
    await saveLessons(store, { title: 'One' }, { title: 'Two' });
    for (const row of await listUnsent(store))
      await store.outbox.put({ ...row, state: 'refused', lastProblem: 'No' });
    await saveLessons(store, { title: 'Uno' });
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await lessonOnServer(world, 'tides-lesson-1')).toMatchObject({ title: 'Uno' });
    expect(await lessonOnServer(world, 'tides-lesson-2')).toMatchObject({ title: 'Two' });
  });

  it('is refused on the device where the server would reject its form, and the draft stays', async () => {
    await putDraft(store, 'd', 1);
    const lessons = [await lessonEdit(store, 'tides-lesson-1', { title: '  ' })];
    await expect(enqueueSave(whoIsHere(), planOf({ lessons, draftIds: ['d'] }))).rejects.toMatchObject({
      name: 'InputError',
      fields: ['title'],
    });
    const course = { title: 'x', version: 1, base: { instructor: 'Ines Holm' }, changes: { instructor: '' } };
    await expect(enqueueSave(whoIsHere(), planOf({ course }))).rejects.toThrow(
      'Please fill in all required fields: title, description, and instructor',
    );
    const changes = { content: 'ä'.repeat(600_000) };
    await expect(saveLessons(store, changes)).rejects.toThrow('The request is too large');
    expect(await findDraft(store, 'd')).toBe(1);
    expect(await listUnsent(store)).toEqual([]);
  });

  it('sends nothing for a lesson created and deleted again, and cancels edits waiting in a deleted module', async () => {
    const place = { courseId: 'tides', moduleId: 'tides-module-1' };
    const { lessonId } = await enqueueLessonCreate(whoIsHere(), place);
    await enqueueSave(
      whoIsHere(),
      planOf({ deletedLessons: [{ ...place, lessonId, title: 'New Lesson', version: 0 }] }),
    );
    expect(await listUnsent(store)).toEqual([]);
    await saveLessons(store, { title: 'One' });
    await enqueueSave(
      whoIsHere(),
      planOf({ deletedModules: [{ moduleId: 'tides-module-1', title: 'Ebb', version: 1 }] }),
    );
    expect((await unsentStates(store)).map(([kind]) => kind)).toEqual(['module.delete']);
    await drainLater(store);
    expect(await courseOnServer(world, 'tides')).toMatchObject({ modules: [{ title: 'Flood' }] });
  });
});
