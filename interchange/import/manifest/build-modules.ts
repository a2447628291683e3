import { ImportError } from '../import-error.ts';
import { type ImportReport, reasons } from '../import-report.ts';
import type { ImportedLesson, ImportedModule } from '../imported-course.ts';

/** A module whose lessons may have empty titles, or the keys of others. One without a title and lessons is not reported. */
export type ReadModule = Pick<ImportedModule, 'title' | 'lessons'> &
  Partial<Pick<ImportedModule, 'description'>>;

/**
 * Drops modules without lessons, replaces empty titles and makes keys unique: the first lesson of a key keeps it, as
 * links lead there. Throws ImportError when nothing is left.
 */
export function buildModules(modules: readonly ReadModule[], report: ImportReport): ImportedModule[] {
  const counts = new Map<string, number>();
  const withLessons = modules.filter(({ title, lessons }) => {
    if (lessons.length === 0 && title !== '') report.add('leftOut', title, reasons.noLessons);
    return lessons.length > 0;
  });
  if (withLessons.length === 0) throw new ImportError('nothing');
  return withLessons.map(({ title, description = '', lessons }, at) => ({
    title: title === '' ? `Module ${at + 1}` : title,
    description,
    lessons: lessons.map((lesson, index) => ({
      ...lesson,
      title: lesson.title === '' ? `Lesson ${index + 1}` : lesson.title,
      key: uniqueKey(lesson, counts),
    })),
  }));
}

function uniqueKey({ key }: ImportedLesson, counts: Map<string, number>): string {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count === 1 ? key : `${key}#${count}`;
}
