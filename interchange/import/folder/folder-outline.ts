import type { TreeFile } from '#interchange/archive/file-tree.ts';
import { groupBy } from '../group-by.ts';
import type { OutlineItem } from '../pages/outline-modules.ts';
import { folderOf, nameOf, stemOf } from '../paths.ts';
import { isSameTitle, titleOfName } from '../text/titles.ts';
import { type FolderPage, isIntroduction } from './folder-page.ts';
import { compareNames, titlesOfNames } from './names.ts';

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
  /** The path that an address in a page leads to. */
  readonly find: (address: string, from: string) => string | null;
}

/** The first level: the pages beside the modules come before them. `root` ends with a `/` or is empty. */
export const outlineOfRoot = (root: string, content: Content): Item[] =>
  new FolderOutline(content).firstLevel(root);

/** The pages and folders by the folder that they are in, so that no folder is searched for in all paths. */
class FolderOutline {
  readonly #pages: ReadonlyMap<string, FolderPage[]>;
  readonly #media: ReadonlyMap<string, TreeFile[]>;
  /** By their paths without extensions. */
  readonly #byStem: ReadonlyMap<string, FolderPage>;
  readonly #folders = new Map<string, Set<string>>();
  readonly #labels: FolderLabels;
  readonly #find: Content['find'];

  constructor({ pages, media, labels, find }: Content) {
    this.#find = find;
    this.#pages = groupBy(pages, ({ path }) => folderOf(path));
    this.#byStem = new Map(pages.map((page) => [`${folderOf(page.path)}${stemOf(page.path)}`, page]));
    this.#media = groupBy(media, ({ path }) => folderOf(path));
    this.#labels = labels;
    for (const folder of [...this.#pages.keys(), ...this.#media.keys()]) this.#addFolder(folder);
  }

  firstLevel(root: string): Item[] {
    const linked = this.#linkedFrom(this.#pageBeside(root.slice(0, -1)));
    const files = this.#sortedFiles(root, linked).sort(compareSorted);
    const folders = this.#sortedFolders(root, linked, true).sort(compareSorted);
    return [...files, ...folders].map(({ item }) => item);
  }

  /** The page of a folder that has its name and is beside it: of Notion and others. */
  #pageBeside(folder: string): FolderPage | null {
    return this.#byStem.get(folder) ?? null;
  }

  /** Where a page names others first: those of a folder are in the order of its page. */
  #linkedFrom(page: FolderPage | null): (path: string) => number | null {
    const paths = new Map<string, number>();
    for (const [at, address] of (page?.outline.addresses ?? []).entries()) {
      const path = page === null ? null : this.#find(address, page.path);
      if (path !== null && !paths.has(path)) paths.set(path, at);
    }
    return (path) => paths.get(path) ?? null;
  }

  /** Adds a folder to the one around it, and so on. */
  #addFolder(folder: string): void {
    if (folder === '') return;
    const above = folderOf(folder.slice(0, -1));
    const names = this.#folders.get(above);
    if (names === undefined) this.#folders.set(above, new Set([nameOf(folder.slice(0, -1))]));
    else names.add(nameOf(folder.slice(0, -1)));
    if (names === undefined) this.#addFolder(above);
  }

  /** The lessons and folders below a folder, in their order. */
  #itemsOf(folder: string): Item[] {
    const linked = this.#linkedFrom(this.#pageBeside(folder.slice(0, -1)));
    const items = [...this.#sortedFiles(folder, linked), ...this.#sortedFolders(folder, linked)];
    return items.sort(compareSorted).map(({ item }) => item);
  }

  #sortedFiles(folder: string, linked: Linked): Sorted[] {
    const folders = this.#folders.get(folder);
    const own = (this.#pages.get(folder) ?? []).filter(({ path }) => folders?.has(stemOf(path)) !== true);
    const pages = groupBy(own, ({ path }) => stemOf(path));
    const media = groupBy(this.#media.get(folder) ?? [], ({ path }) => stemOf(path));
    const stems = [...new Set([...pages.keys(), ...media.keys()])];
    const titles = titlesOfNames(stems.filter((stem) => !isOwnPage(folder, stem)));
    return stems.flatMap((stem) => {
      const title = titles.get(stem) ?? 'Introduction';
      const [page = null, ...others] = pages.get(stem) ?? [];
      const lessons: FolderLesson[] = [
        { page, media: media.get(stem) ?? [] },
        ...others.map((other) => ({ page: other, media: [] })),
      ];
      return lessons.map((lesson) => ({
        name: stem,
        order: lesson.page?.order ?? linked(lesson.page?.path ?? ''),
        isFirst: isOwnPage(folder, stem),
        item: { title: lesson.page?.title ?? title, page: lesson, items: [] },
      }));
    });
  }

  #sortedFolders(root: string, linked: Linked, isFirstLevel = false): Sorted[] {
    const names = [...(this.#folders.get(root) ?? [])];
    const titles = titlesOfNames(names);
    return names.map((name) => {
      const path = `${root}${name}/`;
      const beside = this.#pageBeside(`${root}${name}`);
      const [items, introduction] =
        beside === null
          ? partIntroduction(path, this.#itemsOf(path))
          : [this.#itemsOf(path), itemOfPage(beside, titles.get(name) ?? name)];
      const { label = null, position = null } = this.#labels.get(path) ?? {};
      const isNamed = beside !== null || introduction?.page?.page?.isNamed === true;
      const written = introduction?.page?.page?.title ?? null;
      const own = written === null || GENERIC.test(written) ? null : written;
      const named = isNamed ? own : null;
      const title = label ?? named ?? titles.get(name) ?? titleOfName(name);
      const item = isFirstLevel
        ? { title, page: null, items: introduction === null ? items : [introduction, ...items] }
        : { title: label ?? own ?? titles.get(name) ?? title, page: introduction?.page ?? null, items };
      const page = introduction?.page?.page;
      return { name, order: position ?? page?.order ?? linked(page?.path ?? ''), isFirst: false, item };
    });
  }
}

/** Titles of pages of folders that say nothing about them. */
const GENERIC = /^(?:introduction|intro|overview|index|home|start|welcome|readme)$/i;

type Linked = (path: string) => number | null;

const itemOfPage = (page: FolderPage, title: string): Item => ({
  title: page.title ?? title,
  page: { page, media: [] },
  items: [],
});

/** Whether a page in a folder is that of the folder itself: an index, or one with its name. */
const isOwnPage = (folder: string, stem: string): boolean =>
  isIntroduction(stem) || (folder !== '' && isSameTitle(stem, nameOf(folder)));

/** The items of a folder without the page of the folder itself, and that page. */
function partIntroduction(folder: string, items: readonly Item[]): [Item[], Item | null] {
  const isOwn = ({ page, items: inside }: Item) =>
    inside.length === 0 && page?.page != null && isOwnPage(folder, stemOf(page.page.path));
  const own = items.find(isOwn) ?? null;
  return [items.filter((item) => item !== own), own];
}

function compareSorted(one: Sorted, other: Sorted): number {
  if (one.isFirst !== other.isFirst) return one.isFirst ? -1 : 1;
  if (one.order !== other.order) return (one.order ?? Number.MAX_VALUE) - (other.order ?? Number.MAX_VALUE);
  return compareNames(one.name, other.name);
}
