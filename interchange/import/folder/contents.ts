import type { Token } from 'marked';
import type { TreeFile } from '#interchange/archive/file-tree.ts';
import { readText } from '#interchange/archive/read-text.ts';
import { nameOf } from '../pages/addresses.ts';
import type { OutlineItem } from '../pages/outline-modules.ts';
import { textOfHtml, titleOf } from '../pages/titles.ts';
import { lexMarkdown } from './markdown.ts';

/** A line of a table of contents with the address that it has there; null for a heading. */
export type ContentsItem = OutlineItem<string>;

const NAMES = [/^summary\.md$/i, /^_sidebar\.md$/i];

/** The file with the table of contents of mdBook, GitBook or docsify: of several, the longest of those nearest to the root. */
export function findContents(files: readonly TreeFile[]): TreeFile | undefined {
  const depth = ({ path }: TreeFile) => path.split('/').length;
  return NAMES.flatMap((name) =>
    files
      .filter(({ path }) => name.test(nameOf(path)))
      .sort((one, other) => depth(one) - depth(other) || other.sizeBytes - one.sizeBytes),
  )[0];
}

/** Reads a table of contents: nested lists of links, and headings that make parts of them. */
export async function readContents(file: TreeFile): Promise<ContentsItem[]> {
  const parts: { title: string | null; items: ContentsItem[] }[] = [{ title: null, items: [] }];
  const tokens = lexMarkdown(await readText(file)).filter(({ type }) => type !== 'space');
  tokens.forEach((token, at) => {
    // The first heading is that of the table itself.
    if (token.type === 'heading' && at > 0) parts.push({ title: textOf([token]), items: [] });
    else if (token.type === 'list' || token.type === 'paragraph') parts.at(-1)?.items.push(...itemsOf(token));
  });
  return parts
    .filter(({ items }) => items.length > 0)
    .flatMap(({ title, items }) =>
      title === null ? items : [{ title: titleOf(title, '–'), page: null, items }],
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
  return { title: title || '–', page: hrefOf(link), items };
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
      return token.type === 'codespan' ? token.text : textOfEntities(token.text);
    })
    .join('');
}

const textOfEntities = (text: string): string => (text.includes('&') ? textOfHtml(text) : text);

/** The addresses of a table of contents. */
export const addressesIn = (items: readonly ContentsItem[]): string[] =>
  items.flatMap(({ page, items: inside }) => [...(page === null ? [] : [page]), ...addressesIn(inside)]);
