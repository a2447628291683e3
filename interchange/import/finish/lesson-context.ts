import type { CourseOutline } from '#interchange/course-file/course-file.ts';
import type { ImportReport } from '../import-report.ts';
import type { ImportTools } from './import-tools.ts';
import type { OneByOne } from './in-order.ts';
import type { Scope } from './resolve-address.ts';

/**
 * The state of a lesson while it is finished. What it collects is its own, as several lessons are finished at once, and
 * joins that of the course in the order of the lessons.
 */
export interface LessonContext {
  readonly scope: Scope;
  readonly report: ImportReport;
  readonly tools: Pick<ImportTools, 'shrinkPicture' | 'storePicture' | 'storeFile'>;
  /** Called after each question: a lesson may have thousands. */
  readonly onQuestion: () => void;
  /** All lessons share it: of large files, one at a time is in memory. */
  readonly largeFiles: OneByOne;
  /** By digest: texts of WebVTT files. */
  readonly captions: Map<string, string>;
  /** By digest: those that were stored. */
  readonly files: Map<string, CourseOutline['files'][string]>;
}
