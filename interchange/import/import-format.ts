import type { FileTree } from '../archive/file-tree.ts';
import type { ImportReport } from './import-report.ts';
import type { ImportedCourse } from './imported-course.ts';

/** What a format reads: the files, and where it reports. */
export interface ImportSource {
  readonly tree: FileTree;
  /** The name of the chosen file or folder without its extension: the last resort for a title. */
  readonly name: string;
  readonly report: ImportReport;
}

/** A format that Carrel imports. */
export interface ImportFormat {
  /** As users call it: `Common Cartridge`. */
  readonly title: string;
  /** Recognises by content, never by the name of the chosen file. Reads at most a few small files. */
  recognises(tree: FileTree): boolean | Promise<boolean>;
  /** Throws ImportError for a file that cannot be imported at all; everything less is reported. */
  read(source: ImportSource): Promise<ImportedCourse>;
}
