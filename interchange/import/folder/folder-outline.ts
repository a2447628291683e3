import type { TreeFile } from '#interchange/archive/file-tree.ts';
import { groupBy } from '../group-by.ts';
import type { OutlineItem } from '../pages/outline-modules.ts';
import { folderOf, nameOf, stemOf } from '../paths.ts';
import { titleOfName } from '../text/titles.ts';
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
}

/** The first level: the pages beside the modules come before them. `root` ends with a `/` or is empty. */
export const outlineOfRoot = (root: string, content: Content): Item[] =>
  new FolderOutline(content).firstLevel(root);

/** The pages and folders by the folder that they are in, so that no folder is searched for in all paths. */
class FolderOutline {
  readonly #pages: ReadonlyMap<string, FolderPage[]>;
  readonly #media: ReadonlyMap<string, TreeFile[]>;
  readonly #folders = new Map<string, Set<string>>();
  readonly #labels: FolderLabels;

  constructor({ pages, media, labels }: Content) {
    this.#pages = groupBy(pages, ({ path }) => folderOf(path));
    this.#media = groupBy(media, ({ path }) => folderOf(path));
    this.#labels = labels;
    for (const folder of [...this.#pages.keys(), ...this.#media.keys()]) this.#addFolder(folder);
  }

  firstLevel(root: string): Item[] {
    const files = this.#sortedFiles(root).sort(compareSorted);
    const folders = this.#sortedFolders(root, true).sort(compareSorted);
    return [...files, ...folders].map(({ item }) => item);
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
    const items = [...this.#sortedFiles(folder), ...this.#sortedFolders(folder)];
    return items.sort(compareSorted).map(({ item }) => item);
  }

  #sortedFiles(folder: string): Sorted[] {
    const pages = groupBy(this.#pages.get(folder) ?? [], ({ path }) => stemOf(path));
    const media = groupBy(this.#media.get(folder) ?? [], ({ path }) => stemOf(path));
    const stems = [...new Set([...pages.keys(), ...media.keys()])];
    const titles = titlesOfNames(stems.filter((stem) => !isIntroduction(stem)));
    return stems.flatMap((stem) => {
      const title = titles.get(stem) ?? 'Introduction';
      const [page = null, ...others] = pages.get(stem) ?? [];
      const lessons: FolderLesson[] = [
        { page, media: media.get(stem) ?? [] },
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

  #sortedFolders(root: string, isFirstLevel = false): Sorted[] {
    const names = [...(this.#folders.get(root) ?? [])];
    const titles = titlesOfNames(names);
    return names.map((name) => {
      const path = `${root}${name}/`;
      const [items, introduction] = partIntroduction(this.#itemsOf(path));
      const { label = null, position = null } = this.#labels.get(path) ?? {};
      const named = introduction?.page?.page?.isNamed === true ? introduction.title : null;
      const title = label ?? named ?? titles.get(name) ?? titleOfName(name);
      const item = isFirstLevel
        ? { title, page: null, items: introduction === null ? items : [introduction, ...items] }
        : { title: label ?? introduction?.title ?? title, page: introduction?.page ?? null, items };
      return { name, order: position ?? introduction?.page?.page?.order ?? null, isFirst: false, item };
    });
  }
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
