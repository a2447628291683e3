import { ImportError } from '../import-error.ts';
import type { ImportSource } from '../import-format.ts';
import type { ImportedCourse } from '../imported-course.ts';

export function readPasted(_text: string, _source: Pick<ImportSource, 'name' | 'report'>): ImportedCourse {
  throw new ImportError('nothing');
}
