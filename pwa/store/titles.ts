import { read } from './access.ts';
import type { PrivateStore } from './private-store.ts';

export interface LessonPlace {
  readonly courseId: string;
  readonly title: string;
}

/** What things are called that unsent work speaks of by their ids, as far as this device knows. */
export interface Titles {
  readonly courses: ReadonlyMap<string, string>;
  /** Lessons of kept courses. */
  readonly lessons: ReadonlyMap<string, LessonPlace>;
}

/** Looks titles up: of courses that an admin sees or a learner keeps, and of kept lessons. */
export function findTitles(
  store: PrivateStore,
  ids: { readonly courseIds: readonly string[]; readonly lessonIds: readonly string[] },
): Promise<Titles> {
  return read(store, async () => {
    const courseIds = [...ids.courseIds];
    const [ofAdmins, kept, lessons] = await Promise.all([
      store.adminCourses.bulkGet(courseIds),
      store.courses.bulkGet(courseIds),
      store.lessons.bulkGet([...ids.lessonIds]),
    ]);
    const named = [...kept, ...ofAdmins].filter((course) => course !== undefined);
    const known = lessons.filter((lesson) => lesson !== undefined);
    return {
      courses: new Map(named.map(({ id, title }) => [id, title])),
      lessons: new Map(known.map(({ id, courseId, title }) => [id, { courseId, title }])),
    };
  });
}
