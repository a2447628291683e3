import { findAdminContent } from '#pwa/store/admin/admin-courses.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { findLessonContent, findOfflineCourse } from '#pwa/store/offline/offline-courses.ts';
import { type PullPorts, type PullResult, pull, realPullPorts } from '#pwa/sync/pull/pull.ts';
import { downloadCourse } from '#pwa/sync/pull/refresh.ts';
import { listAdminOutlines } from '#pwa/testing/admin-outlines.ts';
import type { AdminCourse } from '#schema/editor/editor.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import type { Person } from '#sync-server/testing/people.ts';
import { arrive, openWorld, unlock, type World } from './world.ts';

/** Ports that request pages of the given number of rows. */
export function pagesOf(limit: number): Pick<PullPorts, 'request'> {
  return {
    request: (path, token, position) =>
      realPullPorts.request(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}`, token, position),
  };
}

export function pullAll(store: PrivateStore, ports: Partial<PullPorts> = {}): Promise<PullResult> {
  return pull(store, { ...realPullPorts, ...ports });
}

/** Alice with the tides downloaded and up to date. */
export async function openTidesDevice(): Promise<{ world: World; store: PrivateStore }> {
  const world = await openWorld();
  const { alice } = world.server.people;
  await unlock(world, alice, 'tides', 'TIDES-CODE-1');
  const store = await arrive(world, alice);
  await downloadCourse('tides');
  await pullAll(store);
  return { world, store };
}

/** Edits as another admin. */
export async function editOnServer(
  { server }: World,
  method: string,
  path: string,
  body?: object,
): Promise<void> {
  const reply = await server.request(path, {
    ...{ as: server.people.admin, method },
    ...(body === undefined ? {} : { body }),
  });
  if (reply.status !== 200) throw new Error(`${method} ${path} returned ${reply.status}`);
}

/** Makes learners on the server admins. */
export async function promote({ server }: World, people: readonly Person[]): Promise<void> {
  for (const { id } of people) await setRole(server, id, 'admin');
}

export async function setRole(server: World['server'], id: string, role: 'user' | 'admin'): Promise<void> {
  const path = endpoints.setRole.path.replace(':userId', id);
  const { status } = await server.request(path, { as: server.people.admin, method: 'PUT', body: { role } });
  if (status !== 200) throw new Error(messages.notAllowed);
}

/** The rows of an admin's device, in the shape of {@link expectedAdminView}. */
export async function adminView(store: PrivateStore) {
  const courses = await listAdminOutlines(store);
  return Promise.all(
    courses.map(async ({ id, title, status, version, modules }) => ({
      ...{ id, title, status, version },
      modules: await Promise.all(
        modules.map(async (module) => ({
          ...module,
          lessons: await Promise.all(
            module.lessons.map(async (lesson) => ({
              ...lesson,
              content: await findAdminContent(store, lesson.id),
            })),
          ),
        })),
      ),
    })),
  );
}

export function expectedAdminView(courses: readonly AdminCourse[]) {
  return courses.map(({ id, title, status, version, modules }) => ({ id, title, status, version, modules }));
}

/** A learner's device's copy of a course and the server's version, in one shape. */
export async function learnerView(store: PrivateStore, courseId: string) {
  const course = await findOfflineCourse(store, courseId);
  if (course === null) return null;
  const modules = await Promise.all(
    course.modules.map(async ({ id, title, description, lessons }) => ({
      ...{ id, title, description },
      lessons: await Promise.all(
        lessons.map(async (lesson) => ({
          ...{ id: lesson.id, title: lesson.title, duration: lesson.duration, videoUrl: lesson.videoUrl },
          resources: lesson.resources.map(({ id: resourceId, title: name, url }) => ({
            resourceId,
            name,
            url,
          })),
          content: await findLessonContent(store, lesson.id),
        })),
      ),
    })),
  );
  return { title: course.title, modules };
}

export async function expectedLearnerView({ server }: World, person: Person, courseId: string) {
  const path = endpoints.getCourseContent.path.replace(':courseId', courseId);
  const reply = await server.request(path, { as: person });
  if (reply.status !== 200) return null;
  const { course } = reply.read(endpoints.getCourseContent.output);
  const modules = course.modules.map(({ id, title, description, lessons }) => ({
    ...{ id, title, description },
    lessons: lessons.map((lesson) => ({
      ...{ id: lesson.id, title: lesson.title, duration: lesson.duration, videoUrl: lesson.videoUrl },
      resources: lesson.resources.map(({ id: resourceId, title: name, url }) => ({ resourceId, name, url })),
      content: lesson.content,
    })),
  }));
  return { title: course.title, modules };
}
