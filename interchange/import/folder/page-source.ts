import type { FileTree } from '#interchange/archive/file-tree.ts';
import type { ImportReport } from '../import-report.ts';

/** What pages are read with. */
export interface PageSource {
  readonly tree: FileTree;
  readonly report: ImportReport;
  /** Jekyll's `site.title` and others. */
  readonly settings: ReadonlyMap<string, string>;
  /** Whether the names of files are titles, as in Obsidian. */
  readonly isVault: boolean;
}
