import { isSameTitle, joinTitles, titleOf } from '../text/titles.ts';

/** A line of a table of contents. */
export interface OutlineItem<Page> {
  readonly title: string;
  /** What the line leads to; null for a mere heading. */
  readonly page: Page | null;
  readonly items: readonly OutlineItem<Page>[];
}

/** A module of a table of contents: its lessons in their order. */
export interface OutlineModule<Page> {
  readonly title: string;
  readonly lessons: readonly OutlineLesson<Page>[];
}

export interface OutlineLesson<Page> {
  readonly title: string;
  readonly page: Page;
  /** Whether titles of levels between module and lesson are part of the title. */
  readonly isDeeper: boolean;
}

/**
 * Turns a table of contents into modules and lessons. An item of the first level with items inside becomes a module,
 * whose first lesson is its own page. Items without any that follow each other become one module: the first ones named
 * after the course, later ones after the first and last of them. If everything is inside of one item, its items are the
 * first level. Titles of items between a module and a lesson come before that of the lesson.
 */
export function modulesOfOutline<Page>(
  items: readonly OutlineItem<Page>[],
  courseTitle: string,
): OutlineModule<Page>[] {
  const modules: OutlineModule<Page>[] = [];
  let run: OutlineItem<Page>[] = [];
  const endRun = () => {
    const lessons = run.flatMap((item) => lessonsOf(item, ''));
    if (lessons.length > 0) {
      modules.push({ title: modules.length === 0 ? courseTitle : titleOfRun(lessons), lessons });
    }
    run = [];
  };
  for (const item of firstLevelOf(items).map(withoutRepeat)) {
    if (item.items.length === 0) {
      run.push(item);
      continue;
    }
    endRun();
    const lessons = lessonsOf({ ...item, items: [] }, '').concat(
      item.items.flatMap((one) => lessonsOf(one, '')),
    );
    if (lessons.length > 0) modules.push({ title: item.title, lessons });
  }
  endRun();
  return modules;
}

/** A heading whose only item says the same is that item. */
function withoutRepeat<Page>(item: OutlineItem<Page>): OutlineItem<Page> {
  const [only, ...others] = item.items;
  const isRepeat =
    only !== undefined && others.length === 0 && item.page === null && isSameTitle(only.title, item.title);
  return isRepeat ? only : item;
}

/** The first level of a table of contents: the items inside of an item that contains all others. */
export function firstLevelOf<Page>(items: readonly OutlineItem<Page>[]): readonly OutlineItem<Page>[] {
  const [only, ...others] = items;
  const hasLevels = only?.items.some((item) => item.items.length > 0);
  if (only === undefined || others.length > 0 || hasLevels !== true) return items;
  return only.page === null ? only.items : [{ ...only, items: [] }, ...only.items];
}

function lessonsOf<Page>(item: OutlineItem<Page>, above: string): OutlineLesson<Page>[] {
  const title = joinTitles(above, item.title);
  const own = item.page === null ? [] : [{ title, page: item.page, isDeeper: above !== '' }];
  return [...own, ...item.items.flatMap((inner) => lessonsOf(inner, title))];
}

function titleOfRun(lessons: readonly { title: string }[]): string {
  const [first, last] = [lessons[0]?.title ?? '', lessons.at(-1)?.title ?? ''];
  return lessons.length === 1 ? first : titleOf(`${first} – ${last}`, first);
}
