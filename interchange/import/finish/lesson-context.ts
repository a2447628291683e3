import type { CourseOutline } from '#interchange/course-file/course-file.ts';
import type { ImportReport } from '../import-report.ts';
import type { ImportTools } from './import-tools.ts';
import type { Scope } from './resolve-address.ts';

/** The state that all lessons of a course share while it is finished. */
export interface LessonContext {
  readonly scope: Scope;
  readonly report: ImportReport;
  readonly tools: Pick<ImportTools, 'shrinkPicture' | 'storePicture' | 'storeFile'>;
  /** By digest: texts of WebVTT files. */
  readonly captions: Map<string, string>;
  /** By digest: those that were stored. */
  readonly files: Map<string, CourseOutline['files'][string]>;
}
