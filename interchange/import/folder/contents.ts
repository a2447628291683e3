import type { Token } from 'marked';
import type { TreeFile } from '#interchange/archive/file-tree.ts';
import { readText } from '#interchange/archive/read-text.ts';
import type { OutlineItem } from '../pages/outline-modules.ts';
import { folderOf, nameOf } from '../paths.ts';
import { lexMarkdown } from '../text/markdown.ts';
import { decodeEntities, titleOf } from '../text/titles.ts';
import { readYamlContents } from './yaml-contents.ts';

/** A line of a table of contents with the address that it has there; null for a heading. The title may be empty. */
export type ContentsItem = OutlineItem<string>;

/** A table of contents as it is written. */
export interface WrittenContents {
  readonly items: readonly ContentsItem[];
  /** The folder of its pages, with a `/` at its end: addresses begin there. */
  readonly root: string;
  /** The address of the page of the whole, where the table says it. */
  readonly whole: string | null;
}

/** Of mdBook and GitBook, docsify, Jupyter Book, Hugging Face, MyST, MkDocs, Quarto, bookdown and The Carpentries. */
const NAMES =
  /^(?:summary\.md|_sidebar\.md|_toc\.ya?ml|_toctree\.ya?ml|myst\.ya?ml|mkdocs\.ya?ml|_quarto\.ya?ml|_bookdown\.ya?ml|config\.yaml)$/i;

/** The files that have tables of contents by their names: those near the root and long ones first. */
export function listContents(files: readonly TreeFile[]): TreeFile[] {
  const depth = ({ path }: TreeFile) => path.split('/').length;
  return files
    .filter(({ path }) => NAMES.test(nameOf(path)))
    .sort((one, other) => depth(one) - depth(other) || other.sizeBytes - one.sizeBytes);
}

/** Reads a table of contents. */
export async function readContents(file: TreeFile): Promise<WrittenContents> {
  const text = await readText(file);
  const root = folderOf(file.path);
  if (/\.md$/i.test(file.path)) return { items: itemsOfMarkdown(text), root, whole: null };
  const { items, folder, whole } = readYamlContents(nameOf(file.path), text);
  return { items, root: root + folder, whole };
}

/** Nested lists of links, and headings that make parts of them. */
function itemsOfMarkdown(markdown: string): ContentsItem[] {
  const parts: { title: string | null; items: ContentsItem[] }[] = [{ title: null, items: [] }];
  const tokens = lexMarkdown(markdown).filter(({ type }) => type !== 'space');
  tokens.forEach((token, at) => {
    // The first heading is that of the table itself.
    if (token.type === 'heading' && at > 0) parts.push({ title: textOf([token]), items: [] });
    else if (token.type === 'list' || token.type === 'paragraph') parts.at(-1)?.items.push(...itemsOf(token));
  });
  return parts
    .filter(({ items }) => items.length > 0)
    .flatMap(({ title, items }) =>
      title === null ? items : [{ title: titleOf(title, ''), page: null, items }],
    );
}

function itemsOf(token: Token): ContentsItem[] {
  if (token.type === 'paragraph') return linksIn(token).map((link) => itemOf([link]));
  return listItemsOf(token).map((item) => itemOf(item));
}

/** The tokens of each item of a list. */
const listItemsOf = (token: Token): Token[][] =>
  token.type === 'list' && 'items' in token && Array.isArray(token.items)
    ? token.items.map((item: { tokens: Token[] }) => item.tokens)
    : [];

function itemOf(tokens: readonly Token[]): ContentsItem {
  const own = tokens.filter(({ type }) => type !== 'list');
  const link = own.flatMap(linksIn)[0];
  const title = titleOf(textOf(link === undefined ? own : [link]), '');
  const items = tokens.filter(({ type }) => type === 'list').flatMap(itemsOf);
  return { title, page: hrefOf(link), items };
}

const hrefOf = (link: Token | undefined): string | null =>
  link?.type === 'link' && 'href' in link && typeof link.href === 'string' && link.href !== ''
    ? link.href
    : null;

/** The links of a token, in their order. */
const linksIn = (token: Token): Token[] =>
  token.type === 'link' ? [token] : childrenOf(token).flatMap(linksIn);

const childrenOf = (token: Token): Token[] => ('tokens' in token && token.tokens) || [];

/** The text of tokens without their marks. */
function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const children = childrenOf(token);
      if (children.length > 0) return textOf(children);
      if (token.type === 'html' || !('text' in token) || typeof token.text !== 'string') return '';
      return token.type === 'codespan' ? token.text : decodeEntities(token.text);
    })
    .join('');
}

/** The addresses of a table of contents. */
export const addressesIn = (items: readonly ContentsItem[]): string[] =>
  items.flatMap(({ page, items: inside }) => [...(page === null ? [] : [page]), ...addressesIn(inside)]);
