import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { draftPrefix, listDrafts } from '#pwa/store/account/drafts.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { decideConflict } from '#pwa/sync/conflicts/decide.ts';
import { enqueueCourseFinish, enqueueCourseStatus } from '#pwa/sync/enqueue/admin-commands.ts';
import {
  enqueueCaptions,
  enqueueCourseCreate,
  enqueueLessonCreate,
  enqueueModuleCreate,
  enqueueSave,
  enqueueVideoUrl,
} from '#pwa/sync/enqueue/editor-commands.ts';
import { discardCommand, retryCommand, undoDiscard } from '#pwa/sync/outbox/outbox.ts';
import { saveDraft } from '#pwa/sync/outbox/save-draft.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import {
  courseOnServer,
  editElsewhere,
  knots,
  lessonEdit,
  lessonOnServer,
  makeCourse,
  openAdminDevice,
  planOf,
  saveLessons,
  shownCourses,
  tides,
  unsentStates,
} from '../testing/editor-world.ts';
import { faults } from '../testing/network.ts';
import { drainLater, type World } from '../testing/world.ts';

const DAY_MS = 24 * 60 * 60_000;

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  ({ world, store } = await openAdminDevice());
});

describe('a course created offline', () => {
  it('arrives whole in one round trip, in order, once, although the reply is lost', async () => {
    const created = await makeCourse();
    world.network.plan = [faults.replyLost];
    await drainLater(store);
    expect(await courseOnServer(world, created.courseId)).toBeDefined();
    expect(await listUnsent(store)).toHaveLength(4);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(world.network.batches).toBe(2);
    const course = await courseOnServer(world, created.courseId);
    expect(course?.modules).toMatchObject([
      { title: 'New Module', lessons: [{ title: 'Bowline', resources: [{ title: 'A' }] }] },
    ]);
    const shown = (await shownCourses(store)).find(({ id }) => id === created.courseId);
    expect(shown?.modules).toMatchObject([
      { version: 1, lessons: [{ version: 1, resources: [{ version: 1 }] }] },
    ]);
  });

  it('arrives whole although the clock was set back meanwhile', async () => {
    const nowMs = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { courseId } = await enqueueCourseCreate(knownUserId(), knots);
    vi.setSystemTime(nowMs - DAY_MS);
    const { moduleId } = await enqueueModuleCreate(knownUserId(), { id: courseId });
    vi.setSystemTime(nowMs - 2 * DAY_MS);
    await enqueueLessonCreate(knownUserId(), { courseId, moduleId }, { title: 'Bowline' });
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
    await enqueueSave(knownUserId(), plan);
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
    await enqueueCaptions(knownUserId(), at, { title: 'English', captions });
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
    expect((await world.server.request(resource?.url ?? '')).text).toBe(captions);
    await expect(
      enqueueCaptions(knownUserId(), at, { title: 'Not', captions: '1\n00:00:01' }),
    ).rejects.toThrow(/WebVTT/);
    expect(await listUnsent(store)).toEqual([]);
  });

  it('is followed by edits made while its creation is in flight', async () => {
    const { courseId, lessonId, at } = await makeCourse();
    world.network.plan = [faults.replyLost];
    await drainLater(store);
    await enqueueSave(
      knownUserId(),
      planOf({ courseId, lessons: [await lessonEdit(store, lessonId, { title: 'The bowline' })] }),
    );
    await enqueueVideoUrl(knownUserId(), at, 'https://video.example/bowline');
    await enqueueCourseStatus(knownUserId(), { id: courseId, title: 'Knots' }, 'published');
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await lessonOnServer(world, lessonId)).toMatchObject({
      title: 'The bowline',
      videoUrl: 'https://video.example/bowline',
      version: 3,
    });
    expect(await courseOnServer(world, courseId)).toMatchObject({ status: 'published' });
  });

  it('is not queued if its draft cannot be removed: saving it again would create a second course', async () => {
    const draftId = `${draftPrefix('new')}course`;
    await saveDraft(knownUserId(), draftId, { title: knots.title });
    const fail = () => {
      throw new Error('The disk is full');
    };
    store.database.drafts.hook('deleting', fail);
    await expect(enqueueCourseCreate(knownUserId(), knots, draftId)).rejects.toThrow();
    store.database.drafts.hook('deleting').unsubscribe(fail);
    expect(await listUnsent(store)).toEqual([]);
    await enqueueCourseCreate(knownUserId(), knots, draftId);
    expect(await listUnsent(store)).toHaveLength(1);
    expect(await listDrafts(store, draftId)).toEqual([]);
  });

  it('waits with all of its content when it is refused, and is sent whole on retry', async () => {
    const { courseId, commandId } = { ...(await enqueueCourseCreate(knownUserId(), knots)) };
    const { moduleId } = await enqueueModuleCreate(knownUserId(), { id: courseId });
    await enqueueLessonCreate(knownUserId(), { courseId, moduleId });
    world.network.planInside.set(commandId, { status: 403, body: { error: 'Not now', code: 'not_allowed' } });
    await drainLater(store);
    expect(await unsentStates(store)).toEqual([
      ['course.create', 'refused'],
      ['module.create', 'waiting'],
      ['lesson.create', 'waiting'],
    ]);
    await enqueueModuleCreate(knownUserId(), tides);
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
    const discarded = await discardCommand(create?.id ?? '');
    expect(discarded).toHaveLength(4);
    expect(await shownCourses(store)).toHaveLength(2);
    await undoDiscard(discarded);
    expect(await listUnsent(store)).toEqual(discarded);
    await drainLater(store);
    expect(await courseOnServer(world, courseId)).toMatchObject({ modules: [{ lessons: [{}] }] });
  });
});

it('is checked for “finished” together with unsent edits before it', async () => {
  const course = await enqueueCourseCreate(knownUserId(), knots);
  const ref = { id: course.courseId, title: knots.title };
  await expect(enqueueCourseFinish(knownUserId(), ref)).rejects.toThrow('Course needs modules with lessons');
  const { moduleId } = await enqueueModuleCreate(knownUserId(), ref);
  await enqueueLessonCreate(knownUserId(), { courseId: course.courseId, moduleId });
  await enqueueCourseFinish(knownUserId(), ref);
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
    await enqueueSave(knownUserId(), planOf({ deletedLessons: [drop] }));
    const [other, deletion] = await listUnsent(store);
    expect(other).toEqual(edits[1]);
    const discarded = await discardCommand(deletion?.id ?? '');
    expect(await listUnsent(store)).toEqual(edits);
    await undoDiscard(discarded);
    expect(await listUnsent(store)).toEqual([other, deletion]);
    await discardCommand(deletion?.id ?? '');
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await lessonOnServer(world, 'tides-lesson-1')).toMatchObject({ title: 'One' });
    expect(await lessonOnServer(world, 'tides-lesson-2')).toMatchObject({ title: 'Two' });
  });

  it('of a row with edits restores them for a merge when the resolution retains the row', async () => {
    await saveLessons(store, { title: 'One' });
    await enqueueSave(knownUserId(), planOf({ deletedLessons: [drop] }));
    await editElsewhere(world, 'lessons/tides-lesson-1', { description: 'Theirs' });
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
    await enqueueSave(knownUserId(), planOf({ deletedLessons: [drop] }));
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(JSON.stringify(await store.outbox.toArray())).not.toContain('One');
  });
});
