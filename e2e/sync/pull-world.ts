import type { AdminCourse } from '#schema/editor.ts';
import { endpoints } from '#schema/endpoints.ts';
import { messages } from '#schema/messages.ts';
import { listAdminCourses } from '../../pwa/store/admin.ts';
import { findAdminContent } from '../../pwa/store/admin-courses.ts';
import { findKeptCourse, findLessonContent } from '../../pwa/store/kept-courses.ts';
import type { PrivateStore } from '../../pwa/store/private-store.ts';
import { type PullPorts, type PullResult, pull, realPullPorts } from '../../pwa/sync/pull.ts';
import { keepCourse } from '../../pwa/sync/refresh.ts';
import type { Person } from '../../sync-server/testing/people.ts';
import { arrive, openWorld, unlock, type World } from './world.ts';

/** Ports that request pages of the given number of rows. */
export function pagesOf(limit: number): Pick<PullPorts, 'ask'> {
  return {
    ask: (path, token) => realPullPorts.ask(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}`, token),
  };
}

export function pullAll(store: PrivateStore, ports: Partial<PullPorts> = {}): Promise<PullResult> {
  return pull(store, { ...realPullPorts, ...ports });
}

/** Alice with the tides downloaded and up to date. */
export async function openTidesShelf(): Promise<{ world: World; store: PrivateStore }> {
  const world = await openWorld();
  const { alice } = world.server.people;
  await unlock(world, alice, 'tides', 'TIDES-CODE-1');
  const store = await arrive(world, alice);
  await keepCourse('tides');
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
  const answer = await server.ask(path, {
    ...{ as: server.people.admin, method },
    ...(body === undefined ? {} : { body }),
  });
  if (answer.status !== 200) throw new Error(`${method} ${path} was answered ${answer.status}`);
}

/** Makes learners on the server admins. */
export async function promote({ server }: World, people: readonly Person[]): Promise<void> {
  for (const { id } of people) await setRole(server, id, 'admin');
}

export async function setRole(server: World['server'], id: string, role: 'user' | 'admin'): Promise<void> {
  const path = endpoints.setRole.path.replace(':userId', id);
  const { status } = await server.ask(path, { as: server.people.admin, method: 'PUT', body: { role } });
  if (status !== 200) throw new Error(messages.notAllowed);
}

/** The rows of an admin's device, in the shape of {@link adminTruth}. */
export async function adminView(store: PrivateStore) {
  const courses = await listAdminCourses(store);
  return Promise.all(
    courses.map(async ({ id, title, status, version, modules }) => ({
      ...{ id, title, status, version },
      modules: await Promise.all(
        modules.map(async (module) => ({
          ...module,
          lessons: await Promise.all(
            module.lessons.map(async (lesson) => ({
              ...lesson,
              content: (await findAdminContent(store, lesson.id))?.content,
            })),
          ),
        })),
      ),
    })),
  );
}

export function adminTruth(courses: readonly AdminCourse[]) {
  return courses.map(({ id, title, status, version, modules }) => ({ id, title, status, version, modules }));
}

/** A learner's device's copy of a course and the server's version, in one shape. */
export async function learnerView(store: PrivateStore, courseId: string) {
  const course = await findKeptCourse(store, courseId);
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

export async function learnerTruth({ server }: World, person: Person, courseId: string) {
  const path = endpoints.getCourseContent.path.replace(':courseId', courseId);
  const answer = await server.ask(path, { as: person });
  if (answer.status !== 200) return null;
  const { course } = answer.read(endpoints.getCourseContent.output);
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
