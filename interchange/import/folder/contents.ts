import type { Token } from 'marked';
import type { TreeFile } from '#interchange/archive/file-tree.ts';
import { readText } from '#interchange/archive/read-text.ts';
import type { OutlineItem } from '../pages/outline-modules.ts';
import { folderOf, nameOf } from '../paths.ts';
import { lexMarkdown } from '../text/markdown.ts';
import { decodeEntities, titleOf } from '../text/titles.ts';
import { pagesFolderOf, readMkdocsNav } from './mkdocs-nav.ts';

/** A line of a table of contents with the address that it has there; null for a heading. The title may be empty. */
export type ContentsItem = OutlineItem<string>;

/** A table of contents as it is written. */
export interface WrittenContents {
  readonly items: readonly ContentsItem[];
  /** The folder of its pages, with a `/` at its end: addresses begin there. */
  readonly root: string;
}

const NAMES = [/^summary\.md$/i, /^_sidebar\.md$/i, /^mkdocs\.ya?ml$/i];

/** The files with tables of contents of mdBook, GitBook, docsify and MkDocs: those near the root and long ones first. */
export function listContents(files: readonly TreeFile[]): TreeFile[] {
  const depth = ({ path }: TreeFile) => path.split('/').length;
  return NAMES.flatMap((name) =>
    files
      .filter(({ path }) => name.test(nameOf(path)))
      .sort((one, other) => depth(one) - depth(other) || other.sizeBytes - one.sizeBytes),
  );
}

/** Reads a table of contents. */
export async function readContents(file: TreeFile): Promise<WrittenContents> {
  const text = await readText(file);
  const folder = folderOf(file.path);
  if (/\.ya?ml$/i.test(file.path)) return { items: readMkdocsNav(text), root: folder + pagesFolderOf(text) };
  return { items: itemsOfMarkdown(text), root: folder };
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
