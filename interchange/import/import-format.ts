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

/** Throws ImportError for a file that cannot be imported at all; everything less is reported. */
export type ReadFormat = (source: ImportSource) => Promise<ImportedCourse>;

/** A format that Carrel imports. */
export interface ImportFormat {
  /** As users call it: `Common Cartridge`. */
  readonly title: string;
  /** Recognises by content, never by the name of the chosen file. Reads at most a few small files. */
  recognises(tree: FileTree): boolean | Promise<boolean>;
  readonly read: ReadFormat;
  /** Loads the reader before a file needs it. */
  preload(): Promise<void>;
}

/**
 * A reader that is loaded with the first file of its format, as those of all formats are large. `library` is loaded
 * later still, by the reader itself.
 */
export const lazyReader = (
  load: () => Promise<ReadFormat>,
  library?: () => Promise<unknown>,
): Pick<ImportFormat, 'read' | 'preload'> => ({
  read: async (source) => (await load())(source),
  preload: async () => {
    await Promise.all([load(), library?.()]);
  },
});
