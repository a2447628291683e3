import { expect } from 'vitest';
import { listEffective, listUnsent } from '#pwa/store/account/outbox.ts';
import { findAdminContent } from '#pwa/store/admin/admin-courses.ts';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { overlayContent, overlayCourses, shownCommands } from '#pwa/sync/commands/overlay.ts';
import {
  enqueueCourseCreate,
  enqueueLessonCreate,
  enqueueModuleCreate,
  enqueueResourceCreate,
  enqueueSave,
} from '#pwa/sync/enqueue/editor-commands.ts';
import type { SavePlan } from '#pwa/sync/enqueue/save-plan.ts';
import { refreshAdminCourses } from '#pwa/sync/pull/admin-refresh.ts';
import { listAdminOutlines } from '#pwa/testing/admin-outlines.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { pullAll } from './pull-world.ts';
import { arrive, openWorld, type World } from './world.ts';

export const tides = { id: 'tides', title: 'Reading the tides' };
export const knots = {
  ...{ title: 'Knots', description: 'Ten that hold', instructor: 'Ines Holm' },
  ...{ thumbnail: null, previewContent: '' },
};

/** An admin's device with the courses tides and stars, and the server. */
export async function openAdminDevice(): Promise<{ world: World; store: PrivateStore }> {
  const world = await openWorld();
  const store = await arrive(world, world.server.people.admin);
  await refreshAdminCourses();
  world.network.seen.length = 0;
  return { world, store };
}

export const LESSON = 'tides-lesson-1';
export const TEXT = '<p>One</p><p>Two</p><p>Three</p>';

/** The same; another admin has given {@link LESSON} a text of three paragraphs. */
export async function openDeviceWithText(): Promise<{ world: World; store: PrivateStore }> {
  const { world, store } = await openAdminDevice();
  const path = endpoints.updateLesson.path.replace(':lessonId', LESSON);
  await world.server.request(path, { as: world.server.people.admin, method: 'PUT', body: { content: TEXT } });
  await pullAll(store);
  world.network.seen.length = 0;
  return { world, store };
}

/** The courses as the admin sees them: the server's rows with unsent edits laid over them. */
export async function shownCourses(store: PrivateStore): Promise<AdminCourseOutline[]> {
  const commands = shownCommands(await listEffective(store));
  return overlayCourses(await listAdminOutlines(store), commands);
}

export async function shownContent(store: PrivateStore, lessonId: string): Promise<string | null> {
  const commands = shownCommands(await listEffective(store));
  return overlayContent(await findAdminContent(store, lessonId), lessonId, commands);
}

/** The server's courses as returned to an admin. */
export async function coursesOnServer({ server }: World) {
  const reply = await server.request(endpoints.listAdminCourses.path, { as: server.people.admin });
  return reply.read(endpoints.listAdminCourses.output).courses;
}

/** An empty plan, to be filled in. */
export function planOf(parts: Partial<SavePlan> = {}): SavePlan {
  const nothing = {
    course: null,
    modules: [],
    deletedModules: [],
    lessons: [],
    deletedLessons: [],
    draftIds: [],
  };
  return { courseId: 'tides', ...nothing, ...parts };
}

/** An edit of a lesson of the tides, based on the device's state. */
export async function lessonEdit(
  store: PrivateStore,
  lessonId: string,
  changes: SavePlan['lessons'][number]['changes'],
): Promise<SavePlan['lessons'][number]> {
  const course = (await shownCourses(store)).find(({ modules }) =>
    modules.some(({ lessons }) => lessons.some(({ id }) => id === lessonId)),
  );
  for (const module of course?.modules ?? []) {
    const lesson = module.lessons.find(({ id }) => id === lessonId);
    if (lesson === undefined) continue;
    const seen = { ...lesson, content: (await shownContent(store, lessonId)) ?? '' };
    const base = {
      ...('title' in changes ? { title: seen.title } : {}),
      ...('description' in changes ? { description: seen.description } : {}),
      ...('content' in changes ? { content: seen.content } : {}),
      ...('position' in changes ? { position: seen.position } : {}),
      ...('duration' in changes ? { duration: seen.duration } : {}),
      ...('moduleId' in changes ? { moduleId: module.id } : {}),
    };
    return { moduleId: module.id, lessonId, title: lesson.title, version: lesson.version, base, changes };
  }
  throw new Error(`No lesson ${lessonId}`);
}

/** Creates a whole course on the device. Returns the ids of its content. */
export async function makeCourse() {
  const course = await enqueueCourseCreate(knownUserId(), knots);
  const module = await enqueueModuleCreate(knownUserId(), { id: course.courseId });
  const place = { courseId: course.courseId, moduleId: module.moduleId };
  const lesson = await enqueueLessonCreate(knownUserId(), place, { title: 'Bowline' });
  const at = { ...place, lessonId: lesson.lessonId, lessonTitle: 'Bowline' };
  const resource = await enqueueResourceCreate(knownUserId(), at, {
    title: 'A',
    type: 'link',
    url: 'https://a.example/',
  });
  return { ...course, ...module, ...lesson, ...resource, at };
}

/** Saves new text for the first, second … lesson of the tides as one Save Course. */
export async function saveLessons(store: PrivateStore, ...edits: SavePlan['lessons'][number]['changes'][]) {
  const lessons = await Promise.all(
    edits.map((changes, at) => lessonEdit(store, `tides-lesson-${at + 1}`, changes)),
  );
  return enqueueSave(knownUserId(), planOf({ lessons }));
}

/** Edits as another admin, without the device's knowledge; fails unless the server accepts it. */
export async function editElsewhere(
  { server }: World,
  path: string,
  body?: object,
  method = 'PUT',
): Promise<void> {
  const request = { as: server.people.admin, method, ...(body === undefined ? {} : { body }) };
  expect((await server.request(`/api/admin/${path}`, request)).status, `${method} ${path}`).toBe(200);
}

export async function courseOnServer(world: World, id: string) {
  return (await coursesOnServer(world)).find((course) => course.id === id);
}

export async function lessonOnServer(world: World, id: string) {
  const modules = (await coursesOnServer(world)).flatMap((course) => course.modules);
  return modules.flatMap(({ lessons }) => lessons).find((lesson) => lesson.id === id);
}

/** Kinds and states of unsent commands, in order. */
export async function unsentStates(store: PrivateStore): Promise<string[][]> {
  return (await listUnsent(store)).map(({ command, state }) => [command.kind, state]);
}
