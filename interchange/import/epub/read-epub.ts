import { ImportError } from '../import-error.ts';
import type { ImportSource } from '../import-format.ts';
import { reasons } from '../import-report.ts';
import { type ImportedCourse, type ImportedLesson, lessonOf } from '../imported-course.ts';
import { readLocalAddress } from '../pages/addresses.ts';
import { firstLevelOf, modulesOfOutline } from '../pages/outline-modules.ts';
import { hasContent } from '../text/plain-text.ts';
import { titleOf } from '../text/titles.ts';
import { type BookLesson, BookLessons } from './book-lessons.ts';
import { readPages } from './book-page.ts';
import { readNavigation } from './navigation.ts';
import { readPackage } from './package.ts';
import { isProtected } from './protection.ts';

const sentences = {
  fixed:
    'The pages of this book have a fixed layout. Their texts and pictures were taken one below the other.',
};

/** Reads a book: the first level of its table of contents becomes modules. */
export async function readEpub({ tree, name, report }: ImportSource): Promise<ImportedCourse> {
  if (await isProtected(tree)) throw new ImportError('protected');
  const book = await readPackage(tree, report);
  const title = titleOf(book.title, titleOf(name, 'Book'));
  if (book.isFixed) report.add('simplified', title, sentences.fixed);
  const pages = await readPages(tree, book, report);
  const navigation = firstLevelOf(await readNavigation(tree, book));
  const lessons = new BookLessons(pages, navigation);
  const modules = modulesOfOutline(lessons.items, title)
    .map((module) => ({
      title: module.title,
      description: '',
      lessons: module.lessons.flatMap(({ title: own, page, isDeeper }) => {
        if (isDeeper) report.add('simplified', own, reasons.deeper);
        return lessonsOfBook({ ...page, title: own });
      }),
    }))
    .map((module) => ({
      ...module,
      lessons: module.lessons.filter((lesson) => isTaken(lesson, module.title)),
    }))
    .filter((module) => module.lessons.length > 0);
  if (modules.length === 0) throw new ImportError('nothing');
  return {
    title,
    description: book.description,
    instructor: book.creators,
    picture: book.cover === null ? null : (tree.find(book.cover)?.path ?? null),
    modules,
    resolve: (address, lesson) => {
      const place = readLocalAddress(address, lesson.path);
      return place === null ? null : (lessons.findKey(place) ?? tree.find(place.path)?.path ?? null);
    },
  };

  /** Reports a lesson without content, unless it was a page with the title of its module only. */
  function isTaken(lesson: ImportedLesson, moduleTitle: string): boolean {
    if (hasContent(lesson.html)) return true;
    if (lesson.title !== moduleTitle) report.add('leftOut', lesson.title, reasons.empty);
    return false;
  }
}

const lessonsOfBook = ({ key, title, path, html, followers }: BookLesson): ImportedLesson[] => [
  lessonOf({ key, title, path, html }),
  ...followers.flatMap(lessonsOfBook),
];
