import type { TreeFile } from '#interchange/archive/file-tree.ts';
import { ImportError } from '../import-error.ts';
import type { ImportSource } from '../import-format.ts';
import { reasons } from '../import-report.ts';
import {
  type ImportedCourse,
  type ImportedLesson,
  type ImportedModule,
  lessonOf,
} from '../imported-course.ts';
import { modulesOfOutline, type OutlineItem } from '../pages/outline-modules.ts';
import { folderOf, nameOf, stemOf } from '../paths.ts';
import { withNotes } from '../text/notes.ts';
import { isSameTitle, titleOf, titleOfName } from '../text/titles.ts';
import type { ContentsItem } from './contents.ts';
import { isPage } from './folder-files.ts';
import { readFolderLabels } from './folder-labels.ts';
import { type FolderLesson, outlineOfRoot } from './folder-outline.ts';
import { type FolderPage, isIntroduction } from './folder-page.ts';
import { nameLinks } from './name-links.ts';
import { namedFiles } from './named-files.ts';
import { commonFolder } from './names.ts';
import type { PageLinks } from './page-links.ts';
import type { SiteSettings } from './site-settings.ts';

const sentences = {
  elsewhere: 'This line of the table of contents leads to another website.',
};

/** A table of contents, and the pages that it names. */
export interface FolderContents {
  /** The path of the table. */
  readonly file: string;
  readonly items: readonly ContentsItem[];
  /** The page from which its addresses lead, and the folder of that. */
  readonly path: string;
  readonly root: string;
  readonly named: ReadonlySet<string>;
  /** The path of the page of the whole, where the table says it. */
  readonly whole: string | null;
}

interface FolderParts {
  readonly files: readonly TreeFile[];
  readonly pages: readonly FolderPage[];
  readonly media: readonly TreeFile[];
  readonly contents: FolderContents | null;
  /** The folder with the modules, with a `/` at its end; empty for the root. */
  readonly root: string;
  readonly links: PageLinks;
  readonly settings: SiteSettings;
  /** A title for the whole, where neither settings nor a page have one. */
  readonly title: string;
}

type Item = OutlineItem<FolderLesson>;

/** Makes a course of the pages of a folder. */
export class FolderCourse {
  readonly #source: ImportSource;
  readonly #parts: FolderParts;
  readonly #pages: ReadonlyMap<string, FolderPage>;
  /** The page of the whole. */
  readonly #introduction: FolderPage | undefined;

  constructor(source: ImportSource, parts: FolderParts) {
    this.#source = source;
    this.#parts = parts;
    this.#pages = new Map(parts.pages.map((page) => [page.path, page]));
    const { pages, root, contents, files } = parts;
    const beside = pages.find(({ path }) => `${folderOf(path)}${stemOf(path)}/` === root);
    this.#introduction =
      this.#pages.get(contents?.whole ?? '') ??
      [root, commonFolder(files), '']
        .map((folder) => pages.find(({ path }) => folderOf(path) === folder && isIntroduction(path)))
        .find((page) => page !== undefined) ??
      beside;
  }

  /** Throws ImportError when nothing is left. */
  async build(): Promise<ImportedCourse> {
    const { contents, links, settings, pages } = this.#parts;
    const title = this.#title();
    const items =
      contents === null ? await this.#folderItems() : withoutLonePart(this.#contentsItems(contents));
    const modules = this.#modules(items, title);
    if (modules.length === 0) throw new ImportError('nothing');
    const titles = new Map(pages.map((page) => [page.path, page.title ?? titleOfName(stemOf(page.path))]));
    const keys = new Set(modules.flatMap(({ lessons }) => lessons.map(({ key }) => key)));
    return {
      title,
      description: settings.description || (this.#introduction?.description ?? ''),
      instructor: settings.author,
      picture: null,
      modules: nameLinks(modules, links, titles),
      resolve: (address, lesson) => {
        const path = links.find(address, lesson.path);
        // A page that is no lesson was reported: the text of the link stays.
        return path !== null && isPage(path) && !keys.has(path) && links.has(path) ? '' : path;
      },
    };
  }

  #title(): string {
    const { settings, title, files } = this.#parts;
    const common = commonFolder(files).replace(/\/$/, '');
    const name = common === '' ? this.#source.name : nameOf(common);
    return titleOf(settings.title || (this.#introduction?.title ?? '') || title, titleOfName(name));
  }

  #modules(items: readonly Item[], title: string): ImportedModule[] {
    return modulesOfOutline(items, title).map((module) => ({
      title: module.title,
      description: '',
      lessons: module.lessons.map((lesson, at): ImportedLesson => {
        const isWhole = lesson.page.page === this.#introduction && isSameTitle(lesson.title, title);
        const own = isWhole ? 'Introduction' : titleOf(lesson.title, `Lesson ${at + 1}`);
        if (lesson.isDeeper) this.#source.report.add('simplified', own, reasons.deeper);
        return lessonOfPage(own, lesson.page);
      }),
    }));
  }

  #contentsItems({ items, path }: FolderContents): Item[] {
    const taken = new Set<string>();
    const lines = items.flatMap((line) => this.#contentsItem(line, path, taken));
    const whole = this.#introduction;
    if (whole === undefined || taken.has(whole.path)) return lines;
    return [{ title: whole.title ?? 'Introduction', page: { page: whole, media: [] }, items: [] }, ...lines];
  }

  #contentsItem(line: ContentsItem, from: string, taken: Set<string>): Item[] {
    const { page: address, items } = line;
    const path = address === null ? null : this.#parts.links.findPage(address, from);
    const page = path === null ? undefined : this.#pages.get(path);
    const title = line.title || (page?.title ?? titleOfName(stemOf(address ?? '–')));
    if (address !== null && path === null) this.#reportLine(title, address);
    const isTaken = page === undefined || taken.has(page.path);
    if (page !== undefined) taken.add(page.path);
    const inside = items.flatMap((item) => this.#contentsItem(item, from, taken));
    if (!isTaken) return [{ title, page: { page, media: [] }, items: inside }];
    return inside.length > 0 ? [{ title, page: null, items: inside }] : [];
  }

  #reportLine(title: string, address: string): void {
    const isElsewhere = /^(?:[a-z]+:|\/\/)/i.test(address);
    if (isElsewhere) this.#source.report.add('leftOut', title, sentences.elsewhere);
    else this.#source.report.add('missing', title, reasons.notInFile(address));
  }

  async #folderItems(): Promise<Item[]> {
    const { files, pages, media, root, links } = this.#parts;
    const named = namedFiles(pages, links);
    const labels = await readFolderLabels(files);
    const find = (address: string, from: string) => links.find(address, from);
    const content = { pages, media: media.filter(({ path }) => !named.has(path)), labels, find };
    const outside = pages
      .filter(({ path }) => !path.startsWith(root))
      .map((page) => ({ title: page.title ?? 'Introduction', page: { page, media: [] }, items: [] }));
    return [...outside, ...outlineOfRoot(root, content)];
  }
}

/** Where one part contains all chapters with sections, these are the first level. */
function withoutLonePart(items: readonly Item[]): readonly Item[] {
  const isPart = ({ page, items: inside }: Item) =>
    page === null && inside.some((one) => one.items.length > 0);
  const parts = items.filter(isPart);
  return parts.length === 1 ? items.flatMap((item) => (isPart(item) ? item.items : [item])) : items;
}

function lessonOfPage(title: string, { page, media }: FolderLesson): ImportedLesson {
  const path = page?.path ?? media[0]?.path ?? '';
  const attachments = media.map((file) => ({ title: titleOfName(stemOf(file.path)), file: file.path }));
  const { description = '' } = page ?? {};
  const html = page === null ? '' : withNotes(page.html, page.notes);
  return lessonOf({ key: path, title, description, html, path, attachments });
}
