import type { FileTree } from '#interchange/archive/file-tree.ts';
import { readText } from '#interchange/archive/read-text.ts';
import { ImportError } from '../import-error.ts';
import type { ImportSource } from '../import-format.ts';
import { reasons } from '../import-report.ts';
import {
  type ImportedCourse,
  type ImportedLesson,
  type ImportedModule,
  lessonOf,
} from '../imported-course.ts';
import { cutPage } from '../pages/cut-page.ts';
import { findFragment } from '../pages/lesson-places.ts';
import { parseLooseXml } from '../pages/loose-xml.ts';
import { modulesOfOutline } from '../pages/outline-modules.ts';
import { outlineOf, type PageOutline } from '../pages/page-outline.ts';
import { hasContent } from '../text/plain-text.ts';
import { onOneLine, titleOf } from '../text/titles.ts';
import { textAt, type XmlElement } from '../xml.ts';
import { type ConvertedDocument, convertDocument } from './convert-document.ts';
import { packDocument } from './docx-package.ts';
import { readStyleRoles } from './docx-styles.ts';
import { type Notes, partNotes, withNotes } from './notes.ts';
import { scanDocument } from './scan-document.ts';

const sentences = {
  contents: 'The table of contents is left out: Carrel makes its own.',
  styles: 'The look of own styles is left out. Their texts were taken.',
  elements: 'Carrel does not read this part of the document.',
  vectorPictures:
    'Pictures of the types EMF, WMF and TIFF are left out: browsers do not show them. Save them as PNG.',
  missingPictures: 'This picture is linked here, but is not in the file.',
  pageEdges: 'Headers and footers of pages are left out.',
};

/** Reads a document: headings of the first level become modules, those of the second one lessons. */
export async function readDocx({ tree, name, report }: ImportSource): Promise<ImportedCourse> {
  const { archive, document, styles } = await packDocument(tree, report);
  const roles = readStyleRoles(styles);
  const converted = await convertDocument(archive, roles);
  const { text, notes } = partNotes(converted.html);
  const outline = outlineOf(text);
  if (outline === null) throw new ImportError('damaged');
  const properties = await readProperties(tree);
  const title = titleOfDocument([converted.title, properties.title], outline, name);
  scanDocument(document, roles, title, report);
  reportConversion(tree, title, converted, report);
  const { modules: all, places } = modulesOfText(text, outline, notes, title);
  const modules = all
    .map((module) => ({ ...module, lessons: module.lessons.filter((lesson) => hasText(lesson, report)) }))
    .filter((module) => module.lessons.length > 0);
  if (modules.length === 0) throw new ImportError('nothing');
  return {
    title,
    description: properties.description,
    instructor: properties.creator,
    picture: null,
    modules,
    resolve: (address) => findFragment(address, outline.ids, places),
  };
}

/** Names that programs write where an author gave none. */
const NO_TITLE = /^(?:microsoft word\b.*|word document|document ?\d*|untitled.*|title|.*\.docx?)$/i;

function titleOfDocument(
  titles: readonly string[],
  { headings, contentStart }: PageOutline,
  name: string,
): string {
  const given = titles.find((title) => /[\p{L}\p{N}]/u.test(title) && !NO_TITLE.test(title));
  const first = headings.filter(({ level, start }) => level === 1 && start === contentStart);
  return titleOf(given ?? (first.length === 1 ? (first[0]?.text ?? '') : ''), titleOf(name, 'Document'));
}

interface Properties {
  readonly title: string;
  readonly creator: string;
  readonly description: string;
}

async function readProperties(tree: FileTree): Promise<Properties> {
  const file = tree.find('docProps/core.xml');
  const isReadable = file !== undefined && file.sizeBytes < PROPERTIES_MAX_BYTES;
  const root: XmlElement | undefined = isReadable ? parseLooseXml(await readText(file)) : undefined;
  const [title, creator, description] = ['title', 'creator', 'description'].map((key) =>
    onOneLine(textAt(root, key)),
  );
  return { title: title ?? '', creator: creator ?? '', description: description ?? '' };
}

const PROPERTIES_MAX_BYTES = 1_000_000;

function modulesOfText(
  text: string,
  outline: PageOutline,
  notes: Notes,
  title: string,
): { modules: ImportedModule[]; places: { start: number; key: string }[] } {
  const [first = 7, second] = [1, 2, 3, 4, 5, 6].filter((level) =>
    outline.headings.some((heading) => heading.level === level && heading.text !== ''),
  );
  const { before, items } = cutPage(text, outline, second === undefined ? [first] : [first, second]);
  const introductionTitle = items.length === 0 ? title : 'Introduction';
  const introduction = { title: introductionTitle, page: { title: '', html: before, start: 0 }, items: [] };
  const taken = items.map((item) =>
    item.items.length > 0 && !hasContent(item.page?.html ?? '') ? { ...item, page: null } : item,
  );
  const places: { start: number; key: string }[] = [];
  const modules = modulesOfOutline(hasContent(before) ? [introduction, ...taken] : taken, title).map(
    (module) => ({
      title: module.title,
      description: '',
      lessons: module.lessons.map((lesson) => {
        const key = `part-${places.length + 1}`;
        places.push({ start: lesson.page.start, key });
        return lessonOf({ key, title: lesson.title, html: withNotes(lesson.page.html, notes) });
      }),
    }),
  );
  return { modules, places };
}

/** Whether a lesson is more than its title; reports one that is not. */
function hasText({ html, title }: ImportedLesson, report: ImportSource['report']): boolean {
  const isTaken = hasContent(html);
  if (!isTaken) report.add('leftOut', title, reasons.empty);
  return isTaken;
}

function reportConversion(
  tree: FileTree,
  title: string,
  converted: ConvertedDocument,
  report: ImportSource['report'],
): void {
  if (converted.hasContents) report.add('leftOut', title, sentences.contents);
  for (const style of converted.unknownStyles) report.add('simplified', style, sentences.styles);
  for (const element of converted.unknownElements) {
    if (!REPORTED.has(element)) report.add('leftOut', element, sentences.elements);
  }
  for (let at = 0; at < converted.vectorPictures; at += 1)
    report.add('leftOut', title, sentences.vectorPictures);
  for (let at = 0; at < converted.missingPictures; at += 1)
    report.add('missing', title, sentences.missingPictures);
  if (tree.files.some(({ path }) => /^word\/(?:header|footer)\d*\.xml$/i.test(path))) {
    report.add('leftOut', title, sentences.pageEdges);
  }
  if (tree.find('word/vbaProject.bin') !== undefined)
    report.add('simplified', title, reasons.program('macros'));
}

/** Elements that the scan reports, or that have no text. */
const REPORTED = new Set(
  `oMath oMathPara altChunk permStart permEnd cr tblPrEx subDoc customXmlPr smartTagPr footnotePr bookmarkEnd
  moveFromRangeStart dayLong softHyphen pgNum tblPrChange sdtPr sdtEndPr divId ptab separator continuationSeparator
  customXmlInsRangeStart customXmlInsRangeEnd customXmlDelRangeStart customXmlDelRangeEnd delText delInstrText instrText
  lock OLEObject path stroke fill textpath formulas handles line oval background control wrap anchorlock bordertop
  borderleft borderbottom borderright complex signatureline`.split(/\s+/),
);
