import type { OutlineItem } from '../pages/outline-modules.ts';
import { titleOf } from '../text/titles.ts';

interface OpenItem extends OutlineItem<string> {
  readonly items: OpenItem[];
}

/** `- Title: page.md`, `- page.md` or `- Title:`; other YAML than that is not read. */
const LINE =
  /^( *)- +(?:(?:"([^"]*)"|'([^']*)'|([^:"'][^:]*)):(?=\s|$))?\s*(?:"([^"]*)"|'([^']*)'|([^\s"'#].*?))?\s*(?:\s#.*)?$/;

const LINE_MAX_CHARACTERS = 500;

/** Reads the `nav` of MkDocs' settings; addresses are relative to the folder of the pages. Empty without one. */
export function readMkdocsNav(yaml: string): OutlineItem<string>[] {
  const [, block = ''] = /^nav:[ \t]*\r?\n((?:[ \t]*(?:-|#).*\r?\n?|[ \t]*\r?\n)+)/m.exec(yaml) ?? [];
  const root: OpenItem = { title: '', page: null, items: [] };
  const open = [{ indent: -1, item: root }];
  for (const line of block.split(/\r?\n/)) {
    const [, indent, double, single, bare, ...addresses] =
      LINE.exec(line.slice(0, LINE_MAX_CHARACTERS)) ?? [];
    const page = addresses.find((address) => address !== undefined) ?? null;
    const label = titleOf(double ?? single ?? bare ?? '', '');
    if (indent === undefined || (label === '' && page === null)) continue;
    while ((open.at(-1)?.indent ?? -1) >= indent.length) open.pop();
    const item: OpenItem = { title: label, page, items: [] };
    open.at(-1)?.item.items.push(item);
    open.push({ indent: indent.length, item });
  }
  return root.items;
}

/** The folder of the pages with a `/` at its end, as the settings name it. */
export function pagesFolderOf(yaml: string): string {
  const [, name = 'docs'] = /^docs_dir:\s*["']?([^"'\s#]+)/m.exec(yaml) ?? [];
  return name === '.' ? '' : `${name.replace(/^\.\/|\/$/g, '')}/`;
}
