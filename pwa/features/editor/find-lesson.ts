import type { AdminLessonOutline, AdminModuleOutline } from '../../store/admin-rows.ts';

interface FoundLesson {
  readonly module: AdminModuleOutline;
  readonly lesson: AdminLessonOutline;
}

/** A lesson and the module it lies in; null for one that is gone. */
export function findLesson(modules: readonly AdminModuleOutline[], id: string): FoundLesson | null {
  for (const module of modules) {
    const lesson = module.lessons.find((one) => one.id === id);
    if (lesson !== undefined) return { module, lesson };
  }
  return null;
}

/** The records that have to be open for a module or lesson to be seen, itself last; none for one that is gone. */
export function pathToRecord(modules: readonly AdminModuleOutline[], id: string): readonly string[] {
  if (modules.some((module) => module.id === id)) return [id];
  const found = findLesson(modules, id);
  return found === null ? [] : [found.module.id, id];
}
