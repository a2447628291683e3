import { reasons } from '#interchange/import/import-report.ts';
import { lessonOf } from '#interchange/import/imported-course.ts';
import { escapeHtml } from '#interchange/import/text/plain-text.ts';
import { titleOfHtml } from '#interchange/import/text/titles.ts';
import { childrenOf, findElement, type XmlElement } from '#interchange/import/xml.ts';
import { firstLanguage } from '../moodle-text.ts';
import { valueAt } from '../read-backup-xml.ts';
import { type Activity, type ActivityLesson, partTitle } from './activity.ts';

/** A chapter of a book with its subchapters. */
interface Chapter {
  readonly title: string;
  readonly ids: string[];
  html: string;
}

/** One lesson for each chapter; subchapters are parts of their chapter. */
export function readBook(book: Activity): ActivityLesson[] {
  const chapters: Chapter[] = [];
  for (const element of chapterElements(book)) {
    const title = valueAt(element, 'title');
    const id = element.attributes.get('id') ?? '';
    if (valueAt(element, 'hidden') === '1')
      book.report.add('simplified', partTitle(book, title), reasons.hidden);
    const html = book.html(element, 'content', 'chapter', id);
    const above = chapters.at(-1);
    if (valueAt(element, 'subchapter') !== '1' || above === undefined)
      chapters.push({ title, ids: [id], html });
    else {
      above.ids.push(id);
      above.html += `<h2>${escapeHtml(titleOfHtml(firstLanguage(title), ''))}</h2>${html}`;
    }
  }
  return chapters.map((chapter, at) => lessonOfChapter(book, chapter, at === 0));
}

function chapterElements({ element }: Activity): XmlElement[] {
  const list = findElement(element, 'chapters');
  const chapters = list === undefined ? [] : childrenOf(list, 'chapter');
  const pageOf = (chapter: XmlElement) => Number(valueAt(chapter, 'pagenum')) || 0;
  return chapters.toSorted((one, other) => pageOf(one) - pageOf(other));
}

function lessonOfChapter(book: Activity, { title, ids, html }: Chapter, isFirst: boolean): ActivityLesson {
  const texts = isFirst ? book.introduce(html) : { description: '', html };
  const key = book.keyOf(ids[0] ?? '');
  return { partIds: ids, lesson: lessonOf({ key, title: partTitle(book, title), ...texts }) };
}
