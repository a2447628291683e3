import type { TreeFile } from '#interchange/archive/file-tree.ts';
import { nameOf, stemOf } from '../pages/addresses.ts';
import type { OutlineItem } from '../pages/outline-modules.ts';
import { type FolderPage, isIntroduction } from './folder-page.ts';
import { compareNames, titleOfName, titlesOfNames } from './names.ts';

/** What becomes a lesson: a page with the videos and PDFs of the same name, or those alone. */
export interface FolderLesson {
  readonly page: FolderPage | null;
  readonly media: readonly TreeFile[];
}

type Item = OutlineItem<FolderLesson>;

/** What a folder says about itself, by its path with a `/` at its end. */
export type FolderLabels = ReadonlyMap<
  string,
  { readonly label: string | null; readonly position: number | null }
>;

interface Sorted {
  readonly name: string;
  readonly order: number | null;
  readonly isFirst: boolean;
  readonly item: Item;
}

interface Content {
  readonly pages: readonly FolderPage[];
  readonly media: readonly TreeFile[];
  readonly labels: FolderLabels;
}

/** The lessons and folders below a folder, in their order; `root` ends with a `/` or is empty. */
export function outlineOfFolder(root: string, content: Content): Item[] {
  const files = sortedFiles(root, content);
  const folders = sortedFolders(root, content);
  return [...files, ...folders].sort(compareSorted).map(({ item }) => item);
}

/** The first level: the pages beside the modules come before them. */
export function outlineOfRoot(root: string, content: Content): Item[] {
  const files = sortedFiles(root, content).sort(compareSorted);
  const folders = sortedFolders(root, content, true).sort(compareSorted);
  return [...files, ...folders].map(({ item }) => item);
}

function sortedFiles(root: string, { pages, media }: Content): Sorted[] {
  const isHere = ({ path }: { path: string }) =>
    path.startsWith(root) && !path.slice(root.length).includes('/');
  const here = { pages: pages.filter(isHere), media: media.filter(isHere) };
  const stems = new Set([...here.pages, ...here.media].map(({ path }) => stemOf(path)));
  const titles = titlesOfNames([...stems].filter((stem) => !isIntroduction(stem)));
  return [...stems].flatMap((stem) => {
    const title = titles.get(stem) ?? 'Introduction';
    const [page, ...others] = here.pages.filter(({ path }) => stemOf(path) === stem);
    const beside = here.media.filter(({ path }) => stemOf(path) === stem);
    const lessons: FolderLesson[] = [
      { page: page ?? null, media: beside },
      ...others.map((other) => ({ page: other, media: [] })),
    ];
    return lessons.map((lesson) => ({
      name: stem,
      order: lesson.page?.order ?? null,
      isFirst: isIntroduction(stem),
      item: { title: lesson.page?.title ?? title, page: lesson, items: [] },
    }));
  });
}

function sortedFolders(root: string, content: Content, isFirstLevel = false): Sorted[] {
  const paths = [...content.pages, ...content.media].map(({ path }) => path);
  const names = new Set(
    paths
      .filter((path) => path.startsWith(root) && path.slice(root.length).includes('/'))
      .map((path) => path.slice(root.length).split('/', 1)[0] ?? ''),
  );
  const titles = titlesOfNames([...names]);
  return [...names].map((name) => {
    const path = `${root}${name}/`;
    const [items, introduction] = partIntroduction(outlineOfFolder(path, content));
    const { label = null, position = null } = content.labels.get(path) ?? {};
    const title = label ?? titles.get(name) ?? titleOfName(name);
    const item = isFirstLevel
      ? { title, page: null, items: introduction === null ? items : [introduction, ...items] }
      : { title: label ?? introduction?.title ?? title, page: introduction?.page ?? null, items };
    return { name, order: position ?? introduction?.page?.page?.order ?? null, isFirst: false, item };
  });
}

/** The items of a folder without the page of the folder itself, and that page. */
function partIntroduction(items: readonly Item[]): [Item[], Item | null] {
  const isOwn = ({ page, items: inside }: Item) =>
    inside.length === 0 && page?.page != null && isIntroduction(nameOf(page.page.path));
  const own = items.find(isOwn) ?? null;
  return [items.filter((item) => item !== own), own];
}

function compareSorted(one: Sorted, other: Sorted): number {
  if (one.isFirst !== other.isFirst) return one.isFirst ? -1 : 1;
  if (one.order !== other.order) return (one.order ?? Number.MAX_VALUE) - (other.order ?? Number.MAX_VALUE);
  return compareNames(one.name, other.name);
}
