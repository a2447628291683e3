import type { FileTree, TreeFile } from '#interchange/archive/file-tree.ts';
import { readText } from '#interchange/archive/read-text.ts';
import { isOfOnePart } from '../import-error.ts';
import { type LocalAddress, readLocalAddress } from '../pages/addresses.ts';
import { parseLooseXml } from '../pages/loose-xml.ts';
import type { OutlineItem } from '../pages/outline-modules.ts';
import { onOneLine, titleOf } from '../text/titles.ts';
import { childrenOf, findElement, textAt, textOf, type XmlElement } from '../xml.ts';
import type { BookPackage } from './package.ts';

/** A line of the table of contents of a book. */
export type NavItem = OutlineItem<LocalAddress>;

/** Reads the table of contents of EPUB 3, else that of EPUB 2; none without either, or if they cannot be read. */
export async function readNavigation(tree: FileTree, { nav, ncx }: BookPackage): Promise<NavItem[]> {
  const navFile = nav === null ? undefined : tree.find(nav.path);
  const items = navFile === undefined ? [] : await unlessUnreadable(readNav(navFile));
  if (items.length > 0) return items;
  const ncxFile = ncx === null ? undefined : tree.find(ncx.path);
  return ncxFile === undefined ? [] : unlessUnreadable(readNcx(ncxFile));
}

/** The pages say themselves what they are. */
async function unlessUnreadable(items: Promise<NavItem[]>): Promise<NavItem[]> {
  try {
    return await items;
  } catch (error) {
    if (isOfOnePart(error)) return [];
    throw error;
  }
}

/** The `<nav epub:type="toc">` of a page. */
async function readNav(file: TreeFile): Promise<NavItem[]> {
  const navs = findAll(parseLooseXml(await readText(file)), 'nav');
  const isToc = ({ attributes }: XmlElement) =>
    /\btoc\b/.test(`${attributes.get('type') ?? ''} ${attributes.get('role') ?? ''}`);
  const toc = navs.find(isToc) ?? (navs.length === 1 ? navs[0] : undefined);
  const list = toc === undefined ? undefined : findAll(toc, 'ol')[0];
  return list === undefined ? [] : navItemsOf(list, file.path);
}

const navItemsOf = (list: XmlElement, page: string): NavItem[] =>
  childrenOf(list, 'li').flatMap((line) => {
    const inside = childrenOf(line, 'ol').flatMap((inner) => navItemsOf(inner, page));
    const label = childrenOf(line).find(({ name }) => name !== 'ol');
    const link = label === undefined ? undefined : label.name === 'a' ? label : findAll(label, 'a')[0];
    return itemOf(textOf(label), link?.attributes.get('href'), page, inside);
  });

/** The `<navMap>` of EPUB 2. */
async function readNcx(file: TreeFile): Promise<NavItem[]> {
  const map = findElement(parseLooseXml(await readText(file)), 'navMap');
  return map === undefined ? [] : navPointsOf(map, file.path);
}

const navPointsOf = (element: XmlElement, page: string): NavItem[] =>
  childrenOf(element, 'navPoint').flatMap((point) => {
    const source = findElement(point, 'content')?.attributes.get('src');
    return itemOf(textAt(point, 'navLabel', 'text'), source, page, navPointsOf(point, page));
  });

function itemOf(label: string, address: string | undefined, page: string, items: NavItem[]): NavItem[] {
  const place = address === undefined ? null : readLocalAddress(address, page);
  const title = titleOf(onOneLine(label), '');
  if (place === null && items.length === 0) return [];
  return [{ title, page: place, items }];
}

/** All elements of a name below an element, in their order; those inside of one are not listed. */
const findAll = (element: XmlElement, name: string): XmlElement[] =>
  childrenOf(element).flatMap((child) => (child.name === name ? [child] : findAll(child, name)));
