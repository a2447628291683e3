import type { AdminLessonOutline, AdminModuleOutline } from '#pwa/store/database/admin-rows.ts';

interface FoundLesson {
  readonly module: AdminModuleOutline;
  readonly lesson: AdminLessonOutline;
}

/** Finds a lesson and its module; null if it was deleted. */
export function findLesson(modules: readonly AdminModuleOutline[], id: string): FoundLesson | null {
  for (const module of modules) {
    const lesson = module.lessons.find((one) => one.id === id);
    if (lesson !== undefined) return { module, lesson };
  }
  return null;
}

/** The records that must be open to show a module or lesson, itself last; empty if it was deleted. */
export function pathToRecord(modules: readonly AdminModuleOutline[], id: string): readonly string[] {
  if (modules.some((module) => module.id === id)) return [id];
  const found = findLesson(modules, id);
  return found === null ? [] : [found.module.id, id];
}
