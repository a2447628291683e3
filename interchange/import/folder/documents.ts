import { FileTree, MovedFile, type TreeFile } from '#interchange/archive/file-tree.ts';
import { openInnerZip } from '#interchange/archive/open-inner-zip.ts';
import { ImportError } from '../import-error.ts';
import type { ImportReport } from '../import-report.ts';
import { nameOf } from '../paths.ts';
import { withNotes } from '../text/notes.ts';
import { isDocument } from './folder-files.ts';
import { type FolderPage, pageOf } from './folder-page.ts';

/** The documents of Word of a folder, by their paths. */
export type Documents = ReadonlyMap<string, FileTree>;

/** Opens the documents of a folder. One that cannot be opened is reported. */
export async function openDocuments(files: readonly TreeFile[], report: ImportReport): Promise<Documents> {
  const documents = new Map<string, FileTree>();
  for (const file of files.filter(({ path }) => isDocument(path))) {
    await reporting(file.path, report, async () => {
      documents.set(file.path, await openInnerZip(file));
    });
  }
  return documents;
}

/** The files of a folder, and those inside of its documents. */
export const withDocuments = (tree: FileTree, documents: Documents): FileTree =>
  documents.size === 0
    ? tree
    : new FileTree([
        ...tree.files,
        ...[...documents].flatMap(([path, inner]) =>
          inner.files.map((file) => new MovedFile(file, `${path}/${file.path}`)),
        ),
      ]);

/** Reads a document as one page. Returns null, and reports, for one that cannot be read. */
export function readDocument(path: string, tree: FileTree, report: ImportReport): Promise<FolderPage | null> {
  return reporting(path, report, async () => {
    const [{ readDocumentText, titleOfDocument }, { reportDocument }] = await Promise.all([
      import('../word/document-text.ts'),
      import('../word/report-document.ts'),
    ]);
    const text = await readDocumentText(tree, report, `${nameOf(path)}/`);
    // Titles in the properties of documents that were copied from each other are all the same.
    const title = titleOfDocument([text.converted.title], text.outline);
    reportDocument(text, tree, path, report);
    const values = new Map(title === '' ? [] : [['title', title]]);
    return pageOf(path, withNotes(text.html, text.notes), values, report);
  });
}

async function reporting<T>(path: string, report: ImportReport, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    report.add('leftOut', path, error.message);
    return null;
  }
}
