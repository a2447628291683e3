import { type ImportReport, reasons } from '../import-report.ts';
import { joinTitles } from '../text/titles.ts';
import type { ManifestItem } from './read-manifest.ts';

/** A place in the table of contents that can become lessons. */
export interface OutlineEntry {
  readonly item: ManifestItem;
  /** With the titles of the levels between the module and the item. */
  readonly title: string;
}

export interface OutlineModule {
  /** Empty for items that are in no folder. */
  readonly title: string;
  /** The item that became the module; null for items that are in no folder. */
  readonly item: ManifestItem | null;
  readonly entries: readonly OutlineEntry[];
}

/** A longer heading would hide the titles behind it. */
const HEADING_MAX_CHARACTERS = 60;
const LONG_HEADING = 'A heading between lessons that is longer than a title was left out.';

/**
 * Makes two levels of a table of contents: folders of the first level become modules, items below them lessons, in their
 * order. Items beside folders become modules of their own, those that follow each other one module if they are many.
 */
export function outlineOf(
  items: readonly ManifestItem[],
  courseTitle: string,
  report: ImportReport,
): OutlineModule[] {
  const modules: OutlineModule[] = [];
  const walker = new Walker(report);
  const top = withoutRoot(items, courseTitle);
  const folders = top.filter(({ children }) => children.length > 0);
  const isApart = folders.length > 0 && top.length - folders.length <= folders.length;
  let loose: OutlineEntry[] = [];
  for (const item of top) {
    const title = visibleTitle(item);
    if (item.children.length === 0 && item.resource !== '') {
      if (isApart) loose = [];
      if (loose.length === 0) modules.push({ title: '', item: null, entries: loose });
      loose.push({ item, title });
    } else {
      loose = [];
      modules.push({ title, item, entries: walker.entriesOf(item) });
    }
  }
  if (walker.isDeep) report.add('simplified', walker.firstDeep, reasons.deeper);
  return modules;
}

/**
 * Every Common Cartridge has one item without a title around all others; some files have several inside of each other,
 * or one with the title of the course around folders. One with a page (eXeLearning) is beside its folders.
 */
function withoutRoot(items: readonly ManifestItem[], courseTitle: string): readonly ManifestItem[] {
  const [only, ...others] = items;
  if (only === undefined || others.length > 0) return items;
  const title = visibleTitle(only);
  const hasFolders = only.children.some(({ children }) => children.length > 0);
  if (only.resource !== '') return hasFolders ? [{ ...only, children: [] }, ...only.children] : items;
  const isRoot = title === '' || (title === courseTitle && hasFolders);
  return isRoot ? withoutRoot(only.children, courseTitle) : items;
}

/** Blackboard names a folder without a title `--TOP--` or `ROOT`. */
const visibleTitle = ({ title }: ManifestItem): string => (/^(--TOP--|ROOT)$/.test(title) ? '' : title);

class Walker {
  firstDeep = '';
  isDeep = false;
  readonly #report: ImportReport;

  constructor(report: ImportReport) {
    this.#report = report;
  }

  /** The item itself, if it has a resource, and those below it. */
  entriesOf(item: ManifestItem): OutlineEntry[] {
    const own = item.resource === '' ? [] : [{ item, title: visibleTitle(item) }];
    return [...own, ...this.#below(item, [])];
  }

  #below({ children }: ManifestItem, above: readonly string[]): OutlineEntry[] {
    let heading = '';
    return children.flatMap((child) => {
      const title = visibleTitle(child);
      if (child.resource === '' && child.children.length === 0) {
        heading = this.#headingOf(title);
        return [];
      }
      const own = child.resource === '' ? [] : [{ item: child, title: joinTitles(...above, heading, title) }];
      if (child.children.length === 0) return own;
      if (!this.isDeep) this.firstDeep = title;
      this.isDeep = true;
      return [...own, ...this.#below(child, [...above, heading, title])];
    });
  }

  /** A title without anything below it is the heading of those that follow it. */
  #headingOf(title: string): string {
    if (title.length <= HEADING_MAX_CHARACTERS) return title;
    this.#report.add('simplified', title, LONG_HEADING);
    return '';
  }
}
