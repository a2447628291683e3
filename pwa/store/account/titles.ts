import { read } from '../database/access.ts';
import type { PrivateStore } from '../database/private-store.ts';

export interface LessonPlace {
  readonly courseId: string;
  readonly title: string;
}

/** Titles of the rows that unsent work refers to by id, as far as this device knows them. */
export interface Titles {
  readonly courses: ReadonlyMap<string, string>;
  readonly lessons: ReadonlyMap<string, LessonPlace>;
}

/** Looks up titles of an admin's courses, and of offline courses and their lessons. */
export function findTitles(
  store: PrivateStore,
  ids: { readonly courseIds: readonly string[]; readonly lessonIds: readonly string[] },
): Promise<Titles> {
  return read(store, async () => {
    const courseIds = [...ids.courseIds];
    const [ofAdmins, offlineCourses, lessons] = await Promise.all([
      store.adminCourses.bulkGet(courseIds),
      store.courses.bulkGet(courseIds),
      store.lessons.bulkGet([...ids.lessonIds]),
    ]);
    const named = [...offlineCourses, ...ofAdmins].filter((course) => course !== undefined);
    const known = lessons.filter((lesson) => lesson !== undefined);
    return {
      courses: new Map(named.map(({ id, title }) => [id, title])),
      lessons: new Map(known.map(({ id, courseId, title }) => [id, { courseId, title }])),
    };
  });
}
