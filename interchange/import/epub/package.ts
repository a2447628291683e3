import type { FileTree } from '#interchange/archive/file-tree.ts';
import { ImportError } from '../import-error.ts';
import type { ImportReport } from '../import-report.ts';
import { readLocalAddress } from '../pages/addresses.ts';
import { readLooseXml } from '../pages/loose-xml.ts';
import { descriptionOf } from '../text/plain-text.ts';
import { onOneLine } from '../text/titles.ts';
import { childrenOf, findElement, textOf, type XmlElement } from '../xml.ts';

/** A file that the package names. */
export interface PackageItem {
  readonly id: string;
  readonly path: string;
  readonly type: string;
  readonly properties: ReadonlySet<string>;
}

export interface SpineItem extends PackageItem {
  /** Whether the page is part of the order of reading. */
  readonly isLinear: boolean;
}

/** A book's package document. */
export interface BookPackage {
  readonly title: string;
  readonly creators: string;
  /** Plain text. */
  readonly description: string;
  /** The path of the cover, if it is a picture. */
  readonly cover: string | null;
  /** The pages in the order of reading; those that are not part of it, such as answers, at the end. */
  readonly spine: readonly SpineItem[];
  /** The page with the table of contents of EPUB 3, and that of EPUB 2. */
  readonly nav: PackageItem | null;
  readonly ncx: PackageItem | null;
  /** Whether pages have a fixed size, on which everything has its place. */
  readonly isFixed: boolean;
}

const sentences = {
  repaired: 'This part of the book is not well-formed. What could be read of it was taken.',
};

const PAGE = /^(?:application\/xhtml\+xml|text\/html|text\/x-oeb1-document|image\/.*)$/i;
const NCX = 'application/x-dtbncx+xml';

/** Reads the package document that the container names. Throws ImportError without one. */
export async function readPackage(tree: FileTree, report: ImportReport): Promise<BookPackage> {
  const file = tree.find(await findPackagePath(tree, report));
  if (file === undefined) throw new ImportError('damaged');
  const root = await readLooseXml(file, () => report.add('simplified', file.path, sentences.repaired));
  const metadata = findElement(root, 'metadata');
  const manifest = readManifest(findElement(root, 'manifest'), file.path);
  const spine = findElement(root, 'spine');
  // EPUB 1 nests the values in elements of their own.
  const values = [metadata, findElement(metadata, 'dc-metadata')].filter((one) => one !== undefined);
  const namesOf = (name: string) =>
    values.flatMap((one) => childrenOf(one)).filter((child) => child.name.toLowerCase() === name);
  return {
    title: onOneLine(textOf(namesOf('title')[0])),
    creators: namesOf('creator')
      .map((one) => onOneLine(textOf(one)))
      .filter((name) => name !== '')
      .join(', '),
    description: descriptionOf(textOf(namesOf('description')[0])),
    cover: findCover(metadata, manifest),
    spine: readSpine(spine, manifest),
    nav: [...manifest.values()].find(({ properties }) => properties.has('nav')) ?? null,
    ncx: findNcx(spine, manifest),
    isFixed: childrenOf(metadata ?? root, 'meta').some(
      (meta) => meta.attributes.get('property') === 'rendition:layout' && textOf(meta) === 'pre-paginated',
    ),
  };
}

async function findPackagePath(tree: FileTree, report: ImportReport): Promise<string> {
  const container = tree.find('META-INF/container.xml');
  const root =
    container === undefined
      ? undefined
      : await readLooseXml(container, () => report.add('simplified', container.path, sentences.repaired));
  const files = childrenOf(findElement(root, 'rootfiles') ?? EMPTY, 'rootfile');
  const named = files.find((file) => file.attributes.get('media-type') === 'application/oebps-package+xml');
  const path = (named ?? files[0])?.attributes.get('full-path');
  const local = path === undefined ? null : (readLocalAddress(path, '')?.path ?? null);
  if (local !== null && tree.find(local) !== undefined) return local;
  return tree.files.find((file) => /\.opf$/i.test(file.path))?.path ?? '';
}

const EMPTY: XmlElement = { name: '', attributes: new Map(), children: [] };

interface ManifestItem extends PackageItem {
  readonly fallback: string | undefined;
}

type Manifest = ReadonlyMap<string, ManifestItem>;

function readManifest(element: XmlElement | undefined, packagePath: string): Manifest {
  const items = new Map<string, ManifestItem>();
  for (const { attributes } of childrenOf(element ?? EMPTY, 'item')) {
    const id = attributes.get('id') ?? '';
    const path = readLocalAddress(attributes.get('href') ?? '', packagePath)?.path;
    if (path === undefined || items.has(id)) continue;
    const properties = new Set((attributes.get('properties') ?? '').split(/\s+/));
    const type = attributes.get('media-type') ?? '';
    items.set(id, { id, path, type, properties, fallback: attributes.get('fallback') });
  }
  return items;
}

function readSpine(element: XmlElement | undefined, manifest: Manifest): SpineItem[] {
  const references = childrenOf(element ?? EMPTY, 'itemref');
  const isLinear = ({ attributes }: XmlElement) => attributes.get('linear') !== 'no';
  const ordered = [...references.filter(isLinear), ...references.filter((one) => !isLinear(one))];
  const byPath = new Map<string, SpineItem>();
  for (const reference of ordered) {
    const item = findPage(reference.attributes.get('idref') ?? '', manifest);
    if (item === null || byPath.has(item.path)) continue;
    byPath.set(item.path, { ...item, isLinear: isLinear(reference) });
  }
  return [...byPath.values()];
}

/** The item that is shown for an id: itself, or the first fallback that is a page. */
function findPage(id: string, manifest: Manifest): PackageItem | null {
  const seen = new Set<string>();
  let item = manifest.get(id);
  const first = item;
  while (item !== undefined && !PAGE.test(item.type) && !seen.has(item.id)) {
    seen.add(item.id);
    item = item.fallback === undefined ? undefined : manifest.get(item.fallback);
  }
  return item ?? first ?? null;
}

function findCover(metadata: XmlElement | undefined, manifest: Manifest): string | null {
  const isPicture = (item: PackageItem | undefined) => item?.type.startsWith('image/') === true;
  const named = childrenOf(metadata ?? EMPTY, 'meta').find((meta) => meta.attributes.get('name') === 'cover');
  const candidates = [
    [...manifest.values()].find(({ properties }) => properties.has('cover-image')),
    manifest.get(named?.attributes.get('content') ?? ''),
  ];
  return candidates.find(isPicture)?.path ?? null;
}

function findNcx(spine: XmlElement | undefined, manifest: Manifest): PackageItem | null {
  const named = manifest.get(spine?.attributes.get('toc') ?? '');
  return named ?? [...manifest.values()].find(({ type }) => type === NCX) ?? null;
}
