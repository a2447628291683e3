import type { AdminModuleOutline } from '#pwa/store/database/admin-rows.ts';
import { pathToRecord } from './find-lesson.ts';

/**
 * Up to this number of lessons all modules are opened on a wide screen: little scrolling reaches all of it.
 */
const SMALL_COURSE_LESSONS = 30;

interface Arrival {
  readonly isWide: boolean;
  /** The module or lesson in the URL. */
  readonly named: string | null;
  /** The module or lesson that was edited last and is unsaved. */
  readonly edited: string | null;
}

/** Whether a course has so many lessons that its modules start closed. */
function isLarge(modules: readonly { readonly lessons: readonly unknown[] }[]): boolean {
  return modules.reduce((sum, { lessons }) => sum + lessons.length, 0) > SMALL_COURSE_LESSONS;
}

/** The records that are open at first: all modules of a small course, otherwise only the one being edited. */
export function firstOpen(
  modules: readonly AdminModuleOutline[],
  { isWide, named, edited }: Arrival,
): readonly string[] {
  const path = named === null ? [] : pathToRecord(modules, named);
  if (isWide && !isLarge(modules)) return [...modules.map(({ id }) => id), ...path];
  if (path.length > 0) return path;
  const [editedModule] = edited === null ? [] : pathToRecord(modules, edited);
  return modules
    .filter(({ id }, index) => id === (editedModule ?? modules[0]?.id) && index >= 0)
    .map(({ id }) => id);
}
