import type { Table } from 'dexie';
import type { CourseContent } from '#schema/course.ts';
import { byPosition, type Placed } from '#schema/position.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { read, write } from './access.ts';
import { inside } from './inside.ts';
import type { PrivateStore } from './private-store.ts';
import { readPullCount } from './pull-state.ts';
import type {
  KeptCourse,
  KeptCourseRow,
  LessonContentRow,
  LessonRow,
  ModuleRow,
  ResourceRow,
} from './rows.ts';
import { isSameRow } from './same-row.ts';

interface KeptRows {
  readonly modules: readonly ModuleRow[];
  readonly lessons: readonly LessonRow[];
  readonly resources: readonly ResourceRow[];
}

/** Every course stored for offline study, without the lessons' HTML. */
export function listKeptCourses(store: PrivateStore): Promise<KeptCourse[]> {
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

export function findKeptCourse(store: PrivateStore, courseId: string): Promise<KeptCourse | null> {
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

/** A lesson's HTML as the server gave it (sanitise before display); null when it is not on this device. */
export function findLessonContent(store: PrivateStore, lessonId: string): Promise<string | null> {
  return read(store, async () => (await store.lessonContents.get(lessonId))?.content ?? null);
}

/** Ids of the lessons whose text is really here, without loading it; of one course or of all. */
export function listKeptLessonIds(store: PrivateStore, courseId?: string): Promise<string[]> {
  const table = store.lessonContents;
  return read(store, () =>
    (courseId === undefined ? table.toCollection() : table.where({ courseId })).primaryKeys(),
  );
}

/** The tables that hold kept courses. */
export function keptTables({ courses, modules, lessons, lessonContents, resources }: PrivateStore) {
  return { courses, modules, lessons, lessonContents, resources };
}

interface Fetched {
  /** ISO instant. */
  readonly keptAt: string;
  /** What {@link readPullCount} said before the course was asked for; left out, the answer counts whatever was pulled since. */
  readonly pullCount?: number;
}

/**
 * Keeps a course whole in one transaction, in place of what was kept of it; rows that did not change are
 * not written. A reply that is older than what is here (it was overtaken on the way) changes nothing.
 * Answers false when a pull brought something meanwhile: then nothing is written, and who asked asks again.
 */
export function putKeptCourse(
  store: PrivateStore,
  course: CourseContent,
  { keptAt, pullCount }: Fetched,
): Promise<boolean> {
  const { courses, modules, lessons, lessonContents, resources } = keptTables(store);
  const rows = takeApart(course);
  return write(store, [courses, modules, lessons, lessonContents, resources, store.state], async () => {
    const old = await courses.get(course.id);
    if (pullCount !== undefined && (await inside(() => readPullCount(store))) !== pullCount) return false;
    if (old !== undefined && old.version > course.version) return true;
    const { modules: _, ...outline } = course;
    await courses.put({ ...outline, v: FORMAT_VERSION, keptAt });
    await inside(() => putInstead(modules, course.id, rows.modules));
    await inside(() => putInstead(lessons, course.id, rows.lessons));
    await inside(() => putInstead(lessonContents, course.id, rows.contents));
    await inside(() => putInstead(resources, course.id, rows.resources));
    return true;
  });
}

/** Puts the rows of a course in place of those that are here; for use inside a transaction. */
async function putInstead<Row extends { readonly courseId: string }>(
  table: Table<Row, string>,
  courseId: string,
  rows: readonly Row[],
): Promise<void> {
  const keyPath = table.schema.primKey.keyPath;
  const keyOf = (row: Row) => Object.entries(row).find(([name]) => name === keyPath)?.[1];
  const old = new Map((await table.where({ courseId }).toArray()).map((row) => [keyOf(row), row]));
  const keys = new Set(rows.map(keyOf));
  const isGone = (row: Row) => row.courseId === courseId && !keys.has(keyOf(row));
  if ([...old.values()].some(isGone)) await table.where({ courseId }).filter(isGone).delete();
  await table.bulkPut(rows.filter((row) => !isSameRow(old.get(keyOf(row)), row)));
}

function takeApart(course: CourseContent) {
  const common = { v: FORMAT_VERSION, courseId: course.id };
  const modules = course.modules.map(({ lessons: _, ...module }, place): ModuleRow => {
    return { ...module, ...common, position: module.position ?? place };
  });
  const all = course.modules.flatMap((module) =>
    module.lessons.map((lesson, place) => ({ lesson, moduleId: module.id, place })),
  );
  return {
    modules,
    lessons: all.map(({ lesson: { content: _, resources: __, ...outline }, moduleId, place }): LessonRow => {
      return { ...outline, ...common, moduleId, position: outline.position ?? place };
    }),
    contents: all.map(({ lesson }): LessonContentRow => {
      return { ...common, lessonId: lesson.id, content: lesson.content };
    }),
    resources: all.flatMap(({ lesson }) =>
      lesson.resources.map((resource, place): ResourceRow => {
        return { ...resource, ...common, lessonId: lesson.id, position: resource.position ?? place };
      }),
    ),
  };
}

/** Rows in their order, by what they hang on. */
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

function assemble(courses: readonly KeptCourseRow[], rows: KeptRows): KeptCourse[] {
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
