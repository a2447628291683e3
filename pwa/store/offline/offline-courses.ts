import { byPosition, type Placed } from '#schema/courses/position.ts';
import { read } from '../database/access.ts';
import type { PrivateStore, Reader } from '../database/private-store.ts';
import type {
  LessonContentRow,
  LessonRow,
  ModuleRow,
  OfflineCourse,
  OfflineCourseRow,
  ResourceRow,
} from '../database/rows.ts';

interface OfflineRows {
  readonly modules: readonly ModuleRow[];
  readonly lessons: readonly LessonRow[];
  readonly resources: readonly ResourceRow[];
}

/** Returns every course stored for offline use, without the lessons' HTML. */
export function listOfflineCourses(store: PrivateStore): Promise<OfflineCourse[]> {
  return read(store, async () => {
    const [courses, modules, lessons, resources] = await Promise.all([
      store.courses.toArray(),
      store.modules.toArray(),
      store.lessons.toArray(),
      store.resources.toArray(),
    ]);
    return assemble(courses, { modules, lessons, resources });
  });
}

export function findOfflineCourse(store: Reader, courseId: string): Promise<OfflineCourse | null> {
  return read(store, async () => {
    const [course, modules, lessons, resources] = await Promise.all([
      store.courses.get(courseId),
      store.modules.where({ courseId }).toArray(),
      store.lessons.where({ courseId }).toArray(),
      store.resources.where({ courseId }).toArray(),
    ]);
    const found = course === undefined ? [] : [course];
    return assemble(found, { modules, lessons, resources })[0] ?? null;
  });
}

/**
 * Returns a lesson's HTML as received from the server (sanitise before display); null if it is not on this
 * device.
 */
export function findLessonContent(store: Reader, lessonId: string): Promise<string | null> {
  return read(store, async () => (await store.lessonContents.get(lessonId))?.content ?? null);
}

/** As {@link findLessonContent}, of several lessons by their ids; without those that are not on this device. */
export function findLessonContents(
  store: Reader,
  lessonIds: readonly string[],
): Promise<Map<string, string>> {
  return read(store, async () => {
    const rows = await store.lessonContents.bulkGet([...lessonIds]);
    return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.lessonId, row.content] as const])));
  });
}

/** Returns the stored texts of one course or (null) of all. */
export function listLessonContents(store: Reader, courseId: string | null): Promise<LessonContentRow[]> {
  const table = store.lessonContents;
  return read(store, () => (courseId === null ? table.toArray() : table.where({ courseId }).toArray()));
}

/** Groups rows by their parent, in order. */
function groupRows<Row extends Placed>(
  rows: readonly Row[],
  parentOf: (row: Row) => string,
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of [...rows].sort(byPosition)) {
    const group = groups.get(parentOf(row));
    if (group === undefined) groups.set(parentOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

function assemble(courses: readonly OfflineCourseRow[], rows: OfflineRows): OfflineCourse[] {
  const modules = groupRows(rows.modules, (module) => module.courseId);
  const lessons = groupRows(rows.lessons, (lesson) => lesson.moduleId);
  const resources = groupRows(rows.resources, (resource) => resource.lessonId);
  const lessonsOf = (module: ModuleRow) =>
    (lessons.get(module.id) ?? []).map((lesson) => ({
      ...lesson,
      resources: resources.get(lesson.id) ?? [],
    }));
  return courses.map((course) => ({
    ...course,
    modules: (modules.get(course.id) ?? []).map((module) => ({ ...module, lessons: lessonsOf(module) })),
  }));
}
