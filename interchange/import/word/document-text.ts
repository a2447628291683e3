import type { FileTree } from '#interchange/archive/file-tree.ts';
import { ImportError } from '../import-error.ts';
import type { ImportSource } from '../import-format.ts';
import { outlineOf, type PageOutline } from '../pages/page-outline.ts';
import { type Notes, partNotes } from '../text/notes.ts';
import type { XmlElement } from '../xml.ts';
import { type ConvertedDocument, convertDocument } from './convert-document.ts';
import { packDocument } from './docx-package.ts';
import { readStyleRoles, type StyleRoles } from './docx-styles.ts';

/** The text of a document. */
export interface DocumentText {
  readonly html: string;
  readonly outline: PageOutline;
  readonly notes: Notes;
  readonly document: XmlElement;
  readonly roles: StyleRoles;
  readonly converted: ConvertedDocument;
}

/** Reads the text of a document. The addresses of its pictures begin with `prefix`. */
export async function readDocumentText(
  tree: FileTree,
  report: ImportSource['report'],
  prefix = '',
): Promise<DocumentText> {
  const { archive, document, styles } = await packDocument(tree, report, prefix);
  const roles = readStyleRoles(styles);
  const converted = await convertDocument(archive, roles);
  const { text: html, notes } = partNotes(converted.html);
  const outline = outlineOf(html);
  if (outline === null) throw new ImportError('damaged');
  return { html, outline, notes, document, roles, converted };
}

/** Names that programs write where an author gave none. */
const NO_TITLE = /^(?:microsoft word\b.*|word document|document ?\d*|untitled.*|title|.*\.docx?)$/i;

/** The first of `titles` that an author gave, else the heading with which the text begins; empty without either. */
export function titleOfDocument(titles: readonly string[], { headings, contentStart }: PageOutline): string {
  const given = titles.find((title) => /[\p{L}\p{N}]/u.test(title) && !NO_TITLE.test(title));
  const first = headings.filter(({ level, start }) => level === 1 && start === contentStart);
  return given ?? (first.length === 1 ? (first[0]?.text ?? '') : '');
}
