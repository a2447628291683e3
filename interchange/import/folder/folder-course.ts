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
import { isSameTitle, titleOf, titleOfName } from '../text/titles.ts';
import type { ContentsItem } from './contents.ts';
import { isMedia, isPage, isPartOfWebsite } from './folder-files.ts';
import { readFolderLabels } from './folder-labels.ts';
import { type FolderLesson, outlineOfRoot } from './folder-outline.ts';
import { type FolderPage, isIntroduction } from './folder-page.ts';
import { commonFolder } from './names.ts';
import type { PageLinks } from './page-links.ts';
import { readSiteSettings, type SiteSettings } from './site-settings.ts';

const sentences = {
  elsewhere: 'This line of the table of contents leads to another website.',
  otherFile: 'Carrel does not import files of this kind.',
  unnamed: 'No page of the table of contents names this file.',
};

/** A table of contents, and the pages that it names. */
export interface FolderContents {
  readonly items: readonly ContentsItem[];
  /** The page from which its addresses lead, and the folder of that. */
  readonly path: string;
  readonly root: string;
  readonly named: ReadonlySet<string>;
}

interface FolderParts {
  readonly files: readonly TreeFile[];
  readonly pages: readonly FolderPage[];
  readonly media: readonly TreeFile[];
  readonly contents: FolderContents | null;
  /** The folder with the modules, with a `/` at its end; empty for the root. */
  readonly root: string;
  readonly links: PageLinks;
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
    this.#introduction = [parts.root, commonFolder(parts.files), '']
      .map((folder) => parts.pages.find(({ path }) => folderOf(path) === folder && isIntroduction(path)))
      .find((page) => page !== undefined);
  }

  /** Throws ImportError when nothing is left. */
  async build(): Promise<ImportedCourse> {
    const { root, files, contents, links } = this.#parts;
    const settings = await readSiteSettings(this.#source.tree, [...new Set([root, commonFolder(files), ''])]);
    const title = this.#title(settings);
    const items = contents === null ? await this.#folderItems() : this.#contentsItems(contents);
    const modules = this.#modules(items, title);
    if (modules.length === 0) throw new ImportError('nothing');
    return {
      title,
      description: settings.description || (this.#introduction?.description ?? ''),
      instructor: settings.author,
      picture: null,
      modules,
      resolve: (address, lesson) => links.find(address, lesson.path),
    };
  }

  #title(settings: SiteSettings): string {
    const common = commonFolder(this.#parts.files).replace(/\/$/, '');
    const name = common === '' ? this.#source.name : nameOf(common);
    return titleOf(settings.title || (this.#introduction?.title ?? ''), titleOfName(name));
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
    const named = this.#namedFiles();
    for (const { path: unnamed } of this.#parts.media.filter((file) => !named.has(file.path))) {
      this.#source.report.add('leftOut', unnamed, sentences.unnamed);
    }
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
    const { files, pages, media, root } = this.#parts;
    const named = this.#namedFiles();
    const labels = await readFolderLabels(files);
    const content = { pages, media: media.filter(({ path }) => !named.has(path)), labels };
    for (const { path } of files) {
      const isKnown = isPage(path) || isMedia(path) || isPartOfWebsite(path) || named.has(path);
      if (!isKnown) this.#source.report.add('leftOut', path, sentences.otherFile);
    }
    const outside = pages
      .filter(({ path }) => !path.startsWith(root))
      .map((page) => ({ title: page.title ?? 'Introduction', page: { page, media: [] }, items: [] }));
    return [...outside, ...outlineOfRoot(root, content)];
  }

  /** The paths of files that a page names. */
  #namedFiles(): Set<string> {
    const { pages, links } = this.#parts;
    const found = pages.flatMap(({ path, outline }) =>
      outline.addresses.map((address) => links.find(address, path)),
    );
    return new Set(found.filter((path) => path !== null));
  }
}

function lessonOfPage(title: string, { page, media }: FolderLesson): ImportedLesson {
  const path = page?.path ?? media[0]?.path ?? '';
  const attachments = media.map((file) => ({ title: titleOfName(stemOf(file.path)), file: file.path }));
  const { html = '', description = '' } = page ?? {};
  return lessonOf({ key: path, title, description, html, path, attachments });
}
