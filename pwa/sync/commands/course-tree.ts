import type { AdminLessonOutline, AdminModuleOutline } from '#pwa/store/database/admin-rows.ts';

/** Anything with modules: a course of the server, or one with unsent edits applied. */
interface WithModules {
  readonly modules: AdminModuleOutline[];
}
interface Row {
  readonly id: string;
}

/** Returns the rows with one of them changed; the same rows if it is not among them. */
export function changeRow<R extends Row>(rows: R[], id: string, edit: (row: R) => R): R[] {
  return rows.map((row) => (row.id === id ? edit(row) : row));
}

/** Returns the rows with one added; the same rows if it is already there. */
export function addRow<R extends Row>(rows: R[], added: R): R[] {
  return rows.some(({ id }) => id === added.id) ? rows : [...rows, added];
}

export function withoutRow<R extends Row>(rows: R[], removedId: string): R[] {
  return rows.filter(({ id }) => id !== removedId);
}

export function changeModule<C extends WithModules>(
  course: C,
  moduleId: string,
  edit: (module: AdminModuleOutline) => AdminModuleOutline,
): C {
  return { ...course, modules: changeRow(course.modules, moduleId, edit) };
}

/** Changes a lesson in whichever module contains it. */
export function changeLesson<C extends WithModules>(
  course: C,
  lessonId: string,
  edit: (lesson: AdminLessonOutline) => AdminLessonOutline,
): C {
  const modules = course.modules.map((module) => ({
    ...module,
    lessons: changeRow(module.lessons, lessonId, edit),
  }));
  return { ...course, modules };
}

/** Moves a lesson into another module of the course; the same course if either of them is missing. */
export function moveLesson<C extends WithModules>(course: C, lessonId: string, moduleId: string): C {
  const lesson = findLesson(course, lessonId);
  const target = course.modules.find(({ id }) => id === moduleId);
  if (lesson === undefined || target === undefined || target.lessons.includes(lesson)) return course;
  return changeModule(withoutLesson(course, lessonId), moduleId, (module) => ({
    ...module,
    lessons: [...module.lessons, lesson],
  }));
}

export function withoutLesson<C extends WithModules>(course: C, lessonId: string): C {
  const modules = course.modules.map((module) => ({
    ...module,
    lessons: withoutRow(module.lessons, lessonId),
  }));
  return { ...course, modules };
}

export function findLesson({ modules }: WithModules, lessonId: string): AdminLessonOutline | undefined {
  return modules.flatMap(({ lessons }) => lessons).find(({ id }) => id === lessonId);
}
