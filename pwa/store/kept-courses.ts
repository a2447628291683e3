import type { CourseContent } from '#schema/course.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { read, write } from './access.ts';
import type { PrivateStore } from './private-store.ts';
import type { KeptCourse, KeptCourseRow, LessonRow, ModuleRow, ResourceRow } from './rows.ts';

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

/**
 * Keeps a course whole in one transaction, in place of what was kept of it. A reply that is older
 * than what is here (it was overtaken on the way) changes nothing.
 */
export function putKeptCourse(store: PrivateStore, course: CourseContent, keptAt: string): Promise<void> {
  const { courses, modules, lessons, lessonContents, resources } = store;
  const rows = takeApart(course);
  return write(store, [courses, modules, lessons, lessonContents, resources], async () => {
    const { modules: _, ...outline } = course;
    const old = await courses.get(course.id);
    if (old !== undefined && old.version > course.version) return;
    const where = { courseId: course.id };
    await Promise.all(
      [modules, lessons, lessonContents, resources].map((table) => table.where(where).delete()),
    );
    await courses.put({ ...outline, v: FORMAT_VERSION, keptAt });
    await modules.bulkPut(rows.modules);
    await lessons.bulkPut(rows.lessons);
    await lessonContents.bulkPut(rows.contents);
    await resources.bulkPut(rows.resources);
  });
}

function takeApart(course: CourseContent) {
  const common = { v: FORMAT_VERSION, courseId: course.id };
  const modules = course.modules.map(({ lessons: _, ...module }, position) => ({
    ...module,
    ...common,
    position,
  }));
  const all = course.modules.flatMap((module) =>
    module.lessons.map((lesson, position) => ({ lesson, moduleId: module.id, position })),
  );
  return {
    modules,
    lessons: all.map(({ lesson: { content: _, resources: __, ...outline }, moduleId, position }) => ({
      ...outline,
      ...common,
      moduleId,
      position,
    })),
    contents: all.map(({ lesson }) => ({ ...common, lessonId: lesson.id, content: lesson.content })),
    resources: all.flatMap(({ lesson }) =>
      lesson.resources.map((resource, position) => ({
        ...resource,
        ...common,
        lessonId: lesson.id,
        position,
      })),
    ),
  };
}

/** Rows in their order, by what they hang on. */
function groupRows<Row extends { readonly position: number }>(
  rows: readonly Row[],
  parentOf: (row: Row) => string,
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of [...rows].sort((a, b) => a.position - b.position)) {
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
