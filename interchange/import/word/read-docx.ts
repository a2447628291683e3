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
import { withNotes } from '../text/notes.ts';
import { hasContent } from '../text/plain-text.ts';
import { onOneLine, titleOf } from '../text/titles.ts';
import { textAt, type XmlElement } from '../xml.ts';
import { type DocumentText, readDocumentText, titleOfDocument } from './document-text.ts';
import { reportDocument } from './report-document.ts';

/** Reads a document: headings of the first level become modules, those of the second one lessons. */
export async function readDocx({ tree, name, report }: ImportSource): Promise<ImportedCourse> {
  const text = await readDocumentText(tree, report);
  const { outline, converted } = text;
  const properties = await readProperties(tree);
  const title = titleOf(
    titleOfDocument([converted.title, properties.title], outline),
    titleOf(name, 'Document'),
  );
  reportDocument(text, tree, title, report);
  const { modules: all, places } = modulesOfText(text, title);
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
  { html: text, outline, notes }: DocumentText,
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
