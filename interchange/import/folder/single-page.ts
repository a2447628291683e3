import type { ImportSource } from '../import-format.ts';
import { type ImportedCourse, type ImportedLesson, lessonOf } from '../imported-course.ts';
import { cutPage } from '../pages/cut-page.ts';
import { findFragment } from '../pages/lesson-places.ts';
import { modulesOfOutline } from '../pages/outline-modules.ts';
import { outlineOf, type PageHeading } from '../pages/page-outline.ts';
import { withoutTitle } from '../pages/without-title.ts';
import { withNotes } from '../text/notes.ts';
import { hasContent, textOfHtml } from '../text/plain-text.ts';
import { titleOfName } from '../text/titles.ts';
import type { FolderPage } from './folder-page.ts';
import type { PageLinks } from './page-links.ts';

/** About 1,000 words: a longer part of a page is read in several sittings. */
const LESSON_MAX_CHARACTERS = 6_000;

/**
 * A course of one page. The first level with several headings becomes lessons; if their texts are long and have
 * headings of a next level, it becomes modules, and the next level lessons.
 */
export function courseOfPage({ name }: ImportSource, page: FolderPage, links: PageLinks): ImportedCourse {
  const outline = outlineOf(page.whole);
  const levels = outline === null ? null : levelsOf(page.whole, outline.headings);
  if (outline === null || levels === null) {
    const title = page.title ?? titleOfName(name);
    const lesson = lessonOf({
      key: page.path,
      title,
      html: withNotes(page.html, page.notes),
      path: page.path,
    });
    return {
      ...baseOf(title, page),
      modules: [{ title, description: '', lessons: [lesson] }],
      resolve: (address) => links.find(address, page.path),
    };
  }
  // The first heading is the title of the page if it is not one of several.
  const hasTitle = page.isNamed || !levels.includes(outline.headings[0]?.level);
  const title = (hasTitle ? page.title : null) ?? titleOfName(name);
  const { before: front, items } = cutPage(page.whole, outline, levels);
  const before = withoutTitle(front, title);
  const introduction = hasContent(before)
    ? [{ title: 'Introduction', page: { title: '', html: before, start: 0 }, items: [] }]
    : [];
  const withText = items.map((item) =>
    item.items.length > 0 && !hasContent(item.page?.html ?? '') ? { ...item, page: null } : item,
  );
  const places: { start: number; key: string }[] = [];
  const modules = modulesOfOutline([...introduction, ...withText], title).map((module) => ({
    title: module.title,
    description: '',
    lessons: module.lessons.map((lesson): ImportedLesson => {
      const key = places.length === 0 ? page.path : `${page.path}#${places.length + 1}`;
      places.push({ start: lesson.page.start, key });
      return lessonOf({
        key,
        title: lesson.title,
        html: withNotes(lesson.page.html, page.notes),
        path: page.path,
      });
    }),
  }));
  return {
    ...baseOf(title, page),
    modules,
    resolve: (address) =>
      address.startsWith('#') ? findFragment(address, outline.ids, places) : links.find(address, page.path),
  };
}

const baseOf = (title: string, { description }: FolderPage) => ({
  title,
  description,
  instructor: '',
  picture: null,
});

function levelsOf(html: string, headings: readonly PageHeading[]): [number, number?] | null {
  const levels = [1, 2, 3, 4, 5, 6].filter((level) => headings.some((heading) => heading.level === level));
  const first = levels.find((level) => headings.filter((heading) => heading.level === level).length > 1);
  if (first === undefined) return null;
  const next = levels.find((level) => level > first);
  const parts = headings.filter(({ level }) => level === first).length;
  const isLong = textOfHtml(html).length / parts > LESSON_MAX_CHARACTERS;
  return isLong && next !== undefined ? [first, next] : [first];
}
