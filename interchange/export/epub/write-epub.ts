import { byName, textEntry, type WrittenEntry } from '#interchange/course-file/write-course-file.ts';
import { type CopiedModule, type CourseCopy, copiedModules } from '../pages/course-copy.ts';
import type { PageContext } from '../pages/lesson-parts.ts';
import { PackedFiles } from '../pages/packed-files.ts';
import {
  lessonDocument,
  lessonPage,
  moduleDocument,
  modulePage,
  NAV_PAGE,
  navPage,
  STYLE,
  TITLE_PAGE,
  titlePage,
} from './epub-pages.ts';
import { EPUB_STYLE } from './epub-style.ts';
import { containerDocument, type ManifestItem, packageDocument } from './package-document.ts';

const FOLDER = 'EPUB';
const PACKAGE = `${FOLDER}/package.opf`;
const XHTML = 'application/xhtml+xml';

/**
 * Writes a course as the entries of a book in EPUB 3.3. `mimetype` is the first. Pictures are packed; videos and
 * documents are links to Carrel, because readers open neither of them from a book.
 *
 * @param pause called after each lesson, because a long course takes a while
 */
export async function writeEpub(
  course: CourseCopy,
  pause: () => Promise<void> = async () => undefined,
): Promise<readonly WrittenEntry[]> {
  const files = new PackedFiles(course);
  const context: PageContext = { course, files, syntax: 'xml', extension: 'xhtml' };
  const { picture } = course.outline;
  const cover = picture !== null && 'file' in picture ? files.addStored(picture.file, 'cover') : null;
  const modules = copiedModules(course);
  const pages = new Map([
    [TITLE_PAGE, titlePage(context, cover)],
    [NAV_PAGE, navPage(context, modules)],
  ]);
  for (const module of modules) {
    pages.set(modulePage(module), moduleDocument(module));
    for (const lesson of module.lessons) {
      pages.set(lessonPage(lesson), lessonDocument(context, lesson));
      await pause();
    }
  }
  const items = manifestItems([...pages.keys()], files, cover?.name);
  const spine = [TITLE_PAGE, NAV_PAGE, ...modules.flatMap(pagesOf)];
  const texts = [...pages, [STYLE, EPUB_STYLE] as const].map(([name, text]) =>
    textEntry(`${FOLDER}/${name}`, text),
  );
  const packed = files.entries.map(({ type: _, ...entry }) => ({
    ...entry,
    name: `${FOLDER}/${entry.name}`,
  }));
  return [
    textEntry('mimetype', 'application/epub+zip'),
    textEntry('META-INF/container.xml', containerDocument(PACKAGE)),
    textEntry(PACKAGE, packageDocument(course, items, spine)),
    ...[...texts, ...packed].sort(byName),
  ];
}

const pagesOf = (module: CopiedModule): string[] => [modulePage(module), ...module.lessons.map(lessonPage)];

function manifestItems(
  pages: readonly string[],
  files: PackedFiles,
  cover: string | undefined,
): ManifestItem[] {
  const documents = pages.map((name) =>
    name === NAV_PAGE ? ({ name, type: XHTML, properties: 'nav' } as const) : { name, type: XHTML },
  );
  const packed = files.entries.map(({ name, type }) =>
    name === cover ? ({ name, type, properties: 'cover-image' } as const) : { name, type },
  );
  return [...documents, { name: STYLE, type: 'text/css' }, ...packed];
}
