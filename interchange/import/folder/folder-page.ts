import type { TreeFile } from '#interchange/archive/file-tree.ts';
import { readText } from '#interchange/archive/read-text.ts';
import { isOfOnePart } from '../import-error.ts';
import { type ImportReport, reasons } from '../import-report.ts';
import { outlineOf, type PageOutline } from '../pages/page-outline.ts';
import { partOfPage } from '../pages/part-of-page.ts';
import { extensionOf, nameOf, stemOf } from '../paths.ts';
import { type Notes, partNotes } from '../text/notes.ts';
import { htmlOfText } from '../text/paragraphs.ts';
import { descriptionOf } from '../text/plain-text.ts';
import { isSameTitle, titleOf } from '../text/titles.ts';
import { isMarkdown } from './folder-files.ts';
import { readFrontMatter } from './front-matter.ts';
import { plainGoogleDocs } from './google-docs.ts';
import { htmlOfMarkdownPage } from './markdown-page.ts';
import type { PageSource } from './page-source.ts';

/** A page of a folder as it was read. */
export interface FolderPage {
  readonly path: string;
  /** From the page; null when only its name is left for a title. */
  readonly title: string | null;
  readonly description: string;
  /** Without the heading that became the title. */
  readonly html: string;
  /** With it. */
  readonly whole: string;
  /** The footnotes, which are at the end of neither. */
  readonly notes: Notes;
  /** Whether the page gives its title apart from its text. */
  readonly isNamed: boolean;
  readonly outline: PageOutline;
  /** Its place among its siblings, as the page says. */
  readonly order: number | null;
  /** The address that the website gives it, as the page says; null if it says none. */
  readonly address: string | null;
}

const sentences = {
  tooDeep: 'Its text is nested too deeply to be read.',
  notebook: 'This notebook is damaged.',
};

/** Reads a page. Returns null, and reports, for one without any content or one that cannot be read. */
export async function readPage(file: TreeFile, source: PageSource): Promise<FolderPage | null> {
  const { report } = source;
  const text = await readPageText(file, report);
  if (text === null) return null;
  const { values, text: body } = readFrontMatter(text.replace(/^\uFEFF/, ''));
  const html = await htmlOf(file.path, body, values, source);
  if (html === null) return null;
  if (!source.isVault || !isMarkdown(file.path) || values.has('title'))
    return pageOf(file.path, html, values, report);
  const page = pageOf(file.path, html, new Map([...values, ['title', stemOf(file.path)]]), report);
  return page === null ? null : { ...page, title: null };
}

/** A page of its HTML, and the values before its text. Returns null, and reports, without any content. */
export function pageOf(
  path: string,
  written: string,
  values: ReadonlyMap<string, string>,
  report: ImportReport,
): FolderPage | null {
  const { text: html, notes } = partNotes(written);
  const outline = outlineOf(html);
  if (outline === null) {
    report.add('leftOut', path, sentences.tooDeep);
    return null;
  }
  if (outline.contentStart === null && (values.get('title') ?? stemOf(path)) === stemOf(path)) {
    report.add('leftOut', path, reasons.empty);
    return null;
  }
  const isHidden =
    ['draft', 'hidden', 'nav_exclude'].some((key) => values.get(key) === 'true') ||
    values.get('published') === 'false';
  if (isHidden) report.add('simplified', path, reasons.hidden);
  return {
    path,
    notes,
    description: descriptionOf(values.get('description') ?? outline.description),
    order: orderOf(values),
    address: values.get('permalink') ?? values.get('slug') ?? null,
    ...contentOf(html, outline, values.get('title') ?? ''),
  };
}

async function readPageText(file: TreeFile, report: ImportReport): Promise<string | null> {
  try {
    return await readText(file);
  } catch (error) {
    if (!isOfOnePart(error)) throw error;
    report.add('leftOut', file.path, error.message);
    return null;
  }
}

async function htmlOf(
  path: string,
  text: string,
  values: ReadonlyMap<string, string>,
  source: PageSource,
): Promise<string | null> {
  if (extensionOf(path) === 'txt') return htmlOfText(text);
  if (!isMarkdown(path)) return plainGoogleDocs(text);
  const html = await htmlOfMarkdownPage({ path, text, values }, source);
  if (html === null) {
    const isNotebook = extensionOf(path) === 'ipynb';
    source.report.add('leftOut', path, isNotebook ? sentences.notebook : sentences.tooDeep);
  }
  return html;
}

/** The title and the text of a page: the heading at its very beginning leaves the text if it says the title. */
function contentOf(
  html: string,
  outline: PageOutline,
  named: string,
): Pick<FolderPage, 'title' | 'html' | 'whole' | 'isNamed' | 'outline'> {
  const main = mainOf(html, outline);
  if (main !== null) return contentOf(main.html, { ...main.outline, title: outline.title }, named);
  const [first] = outline.headings;
  const isFirst = isTitleOfPage(outline);
  const heading = isFirst ? first?.text : outline.headings.find(({ level }) => level === 1)?.text;
  const title = titleOf((named || heading || outline.title).replace(/\s*¶$/, ''), '') || null;
  const isTitle = isFirst && isSameTitle(title ?? '', first?.text ?? '');
  const start = isTitle ? (first?.end ?? 0) : outline.start;
  const part = (from: number) => partOfPage(html.slice(from, outline.end), outline);
  return { title, html: part(start), whole: part(outline.start), isNamed: named !== '', outline };
}

/** Whether a page begins with its title: with a heading of the first level, or one that has no other beside it. */
function isTitleOfPage({ headings: [first, ...others], contentStart }: PageOutline): boolean {
  if (first === undefined || first.start > (contentStart ?? 0)) return false;
  return first.level === 1 || others.every(({ level }) => level > first.level);
}

/** The main part of a page of a website, without its menus. */
function mainOf(
  html: string,
  { main, title, isRightToLeft }: PageOutline,
): { html: string; outline: PageOutline } | null {
  if (main === null) return null;
  const part = html.slice(main.start, main.end);
  const outline = outlineOf(part);
  return outline === null || outline.contentStart === null
    ? null
    : { html: part, outline: { ...outline, title, isRightToLeft, main: null } };
}

function orderOf(values: ReadonlyMap<string, string>): number | null {
  const value = ['order', 'weight', 'nav_order', 'sidebar_position', 'position']
    .map((key) => values.get(key))
    .find((one) => one !== undefined && /^-?\d+(?:\.\d+)?$/.test(one));
  return value === undefined ? null : Number(value);
}

const INTRODUCTION = /^(?:_?index|readme)$/i;

/** The page of a folder itself: `README.md`, `index.html`, or Hugo's `_index.md`. */
export const isIntroduction = (path: string): boolean => INTRODUCTION.test(stemOf(nameOf(path)));
