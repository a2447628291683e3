import type { AdminModuleOutline } from '../../store/admin-rows.ts';
import { pathToRecord } from './find-lesson.ts';

/** Up to this many lessons a course is opened whole where the screen is wide: all of it is within a few turns of the wheel. */
const SMALL_COURSE_LESSONS = 30;

interface Arrival {
  readonly isWide: boolean;
  /** The module or lesson that the address names. */
  readonly named: string | null;
  /** The module or lesson that was edited last and not saved. */
  readonly edited: string | null;
}

/** Whether a course has so many lessons that its modules are closed until they are needed. */
export function isLarge(modules: readonly { readonly lessons: readonly unknown[] }[]): boolean {
  return modules.reduce((sum, { lessons }) => sum + lessons.length, 0) > SMALL_COURSE_LESSONS;
}

/** The records that are open when the editor opens: all modules of a small course, else the one that is worked on. */
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
