import { ImportError } from '../import-error.ts';
import type { ImportReport } from '../import-report.ts';
import type { ImportedLesson, ImportedModule } from '../imported-course.ts';
import { packageReasons } from './package-reasons.ts';

/** A module whose title may be empty, and whose lessons may have empty titles or the keys of others. */
export type ReadModule = Pick<ImportedModule, 'title' | 'lessons'>;

/**
 * Drops modules without lessons, replaces empty titles and makes keys unique: the first lesson of a key keeps it, as
 * links lead there. Throws ImportError when nothing is left.
 */
export function buildModules(modules: readonly ReadModule[], report: ImportReport): ImportedModule[] {
  const keys = new Set<string>();
  const withLessons = modules.filter(({ title, lessons }) => {
    if (lessons.length === 0 && title !== '') report.add('leftOut', title, packageReasons.noLessons);
    return lessons.length > 0;
  });
  if (withLessons.length === 0) throw new ImportError('nothing');
  return withLessons.map(({ title, lessons }, at) => ({
    title: title === '' ? `Module ${at + 1}` : title,
    description: '',
    lessons: lessons.map((lesson, index) => ({
      ...lesson,
      title: lesson.title === '' ? `Lesson ${index + 1}` : lesson.title,
      key: uniqueKey(lesson, keys),
    })),
  }));
}

function uniqueKey({ key }: ImportedLesson, keys: Set<string>): string {
  let unique = key;
  for (let count = 2; keys.has(unique); count += 1) unique = `${key}#${count}`;
  keys.add(unique);
  return unique;
}
