import type { LocalAddress } from '../pages/addresses.ts';
import type { OutlineItem } from '../pages/outline-modules.ts';
import { partOfPage } from '../pages/part-of-page.ts';
import { folderOf, stemOf } from '../paths.ts';
import { hasContent } from '../text/plain-text.ts';
import { titleOf } from '../text/titles.ts';
import type { BookPage } from './book-page.ts';
import type { NavItem } from './navigation.ts';

/** A lesson of a book: a page, a part of one, or several ones that follow each other. */
export interface BookLesson {
  readonly key: string;
  readonly path: string;
  readonly title: string;
  readonly html: string;
  /** Pages behind it that the table of contents does not name and that could not join it. */
  readonly followers: readonly BookLesson[];
}

interface OpenLesson extends BookLesson {
  html: string;
  readonly followers: OpenLesson[];
}

/** A part of a page that begins where a line of the table of contents leads to. */
interface Part {
  readonly page: BookPage;
  readonly start: number;
  readonly lesson: OpenLesson;
}

/** Longer ones become lessons of their own. */
const JOINED_MAX_CHARACTERS = 200_000;

/** The lessons of a book by its table of contents. */
export class BookLessons {
  readonly #pages: ReadonlyMap<string, BookPage>;
  /** The parts of each page, by where they begin. */
  readonly #parts = new Map<string, Part[]>();
  /** Lessons before the first that the table names. */
  readonly #front: OpenLesson[] = [];
  /** Whether there is a table of contents: without one, each page is a lesson. */
  readonly #isNamed: boolean;
  readonly items: readonly OutlineItem<BookLesson>[];

  constructor(pages: readonly BookPage[], navigation: readonly NavItem[]) {
    this.#pages = new Map(pages.map((page) => [page.path, page]));
    const named = navigation.flatMap((item) => this.#takeItem(item, []));
    this.#isNamed = named.length > 0;
    for (const parts of this.#parts.values()) parts.sort((one, other) => one.start - other.start);
    this.#fill(pages);
    const front = this.#front.map((lesson) => ({ title: lesson.title, page: lesson, items: [] }));
    this.items = [...front, ...named];
  }

  /** The key of the lesson with a place of the book; null for a place that is in none. */
  findKey({ path, fragment }: LocalAddress): string | null {
    const page = this.#pages.get(path);
    const parts = this.#parts.get(path);
    if (page === undefined || parts === undefined) return null;
    const position = page.outline.ids.get(fragment) ?? page.outline.start;
    return (parts.findLast(({ start }) => start <= position) ?? parts[0])?.lesson.key ?? null;
  }

  /** Makes a part of the page for a line, unless an earlier line leads to the same place. */
  #takeItem(item: NavItem, above: readonly string[]): OutlineItem<BookLesson>[] {
    const lesson = item.page === null ? null : this.#takePlace(item.page, item.title, above);
    const paths = [...above, item.page?.path ?? ''];
    const items = item.items.flatMap((inside) => this.#takeItem(inside, paths));
    if (lesson === null && items.length === 0) return [];
    return [{ title: item.title || lesson?.title || `Part ${above.length + 1}`, page: lesson, items }];
  }

  #takePlace(place: LocalAddress, title: string, above: readonly string[]): OpenLesson | null {
    const page = this.#pages.get(place.path);
    // The third level within a page is headings of its text.
    if (page === undefined || (above.length > 1 && above.includes(place.path))) return null;
    const start = page.outline.ids.get(place.fragment) ?? page.outline.start;
    const parts = this.#parts.get(place.path) ?? [];
    if (parts.some((part) => part.start === start)) return null;
    const key = parts.length === 0 ? page.path : `${page.path}#${place.fragment || 'top'}`;
    const lesson = openLesson(page, title || titleOfPage(page), key);
    this.#parts.set(page.path, [...parts, { page, start, lesson }]);
    return lesson;
  }

  /** Cuts the pages; what no line leads to joins the lesson before. */
  #fill(pages: readonly BookPage[]): void {
    let last: OpenLesson | null = null;
    for (const page of pages) {
      const parts = this.#parts.get(page.path) ?? [];
      const first = page.html.slice(page.outline.start, parts[0]?.start ?? page.outline.end);
      if (hasContent(first)) last = this.#join(page, first, last, parts.length > 0);
      parts.forEach(({ start, lesson }, at) => {
        const html = page.html.slice(start, parts[at + 1]?.start ?? page.outline.end);
        lesson.html = partOfPage(html, page.outline);
        last = lesson;
      });
    }
  }

  #join(page: BookPage, html: string, last: OpenLesson | null, isNamed: boolean): OpenLesson {
    const isNear = last !== null && folderOf(last.path) === folderOf(page.path) && page.isLinear;
    const isShort = (last?.html.length ?? 0) + html.length <= JOINED_MAX_CHARACTERS;
    if (last !== null && isNear && isShort && this.#isNamed) {
      last.html += partOfPage(html, page.outline);
      if (!isNamed) this.#parts.set(page.path, [{ page, start: page.outline.start, lesson: last }]);
      return last;
    }
    const lesson = openLesson(page, titleOfPage(page), isNamed ? `${page.path}#top` : page.path);
    lesson.html = partOfPage(html, page.outline);
    this.#parts.set(page.path, [
      { page, start: page.outline.start, lesson },
      ...(this.#parts.get(page.path) ?? []),
    ]);
    if (last === null || this.#front.includes(last)) this.#front.push(lesson);
    else last.followers.push(lesson);
    return last === null || this.#front.includes(lesson) ? lesson : last;
  }
}

const openLesson = (page: BookPage, title: string, key: string): OpenLesson => ({
  key,
  path: page.path,
  title,
  html: '',
  followers: [],
});

const titleOfPage = ({ path, outline }: BookPage): string =>
  titleOf(outline.headings[0]?.text || outline.title, titleOf(stemOf(path), 'Page'));
