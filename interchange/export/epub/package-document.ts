import { v5 } from 'uuid';
import { type CourseCopy, courseTitle, LANGUAGE } from '../pages/course-copy.ts';
import { cleanText, el, type Markup, titleOr, xmlDocument } from '../pages/markup.ts';

/** A file of the publication, as the manifest lists it. */
export interface ManifestItem {
  /** Relative to the package document. */
  readonly name: string;
  readonly type: string;
  readonly properties?: 'nav' | 'cover-image';
}

/** The namespace of identifiers that are derived from the digest of a course. */
const IDENTIFIERS = '0f5b3a86-6c1e-4d0e-9a53-6a4c3c0f3f52';

/** `META-INF/container.xml`: where the package document is. */
export const containerDocument = (packageName: string): string =>
  xmlDocument(
    el(
      'container',
      { version: '1.0', xmlns: 'urn:oasis:names:tc:opendocument:xmlns:container' },
      el(
        'rootfiles',
        {},
        el('rootfile', { 'full-path': packageName, 'media-type': 'application/oebps-package+xml' }),
      ),
    ),
  );

/** Writes the package document. Pages are read in the order of `spine`, which are names of items. */
export function packageDocument(
  course: CourseCopy,
  items: readonly ManifestItem[],
  spine: readonly string[],
): string {
  const manifest = items.map(({ name, type, properties = null }) =>
    el('item', { id: idOf(name), href: name, 'media-type': type, properties }),
  );
  const order = spine.map((name) => el('itemref', { idref: idOf(name) }));
  const attributes = {
    xmlns: 'http://www.idpf.org/2007/opf',
    version: '3.0',
    'unique-identifier': 'identifier',
    'xml:lang': LANGUAGE,
  };
  const hasPictures = items.some(({ type }) => type.startsWith('image/'));
  return xmlDocument(
    el(
      'package',
      attributes,
      metadataOf(course, hasPictures),
      el('manifest', {}, ...manifest),
      el('spine', {}, ...order),
    ),
  );
}

function metadataOf(course: CourseCopy, hasPictures: boolean): Markup {
  const { instructor, description } = course.outline;
  const optional = (name: string, text: string) =>
    cleanText(text).trim() === '' ? null : el(name, {}, titleOr(text, ''));
  const meta = (property: string, text: string) => el('meta', { property }, text);
  return el(
    'metadata',
    { 'xmlns:dc': 'http://purl.org/dc/elements/1.1/' },
    el('dc:identifier', { id: 'identifier' }, `urn:uuid:${v5(course.digest, IDENTIFIERS)}`),
    el('dc:title', {}, courseTitle(course)),
    el('dc:language', {}, LANGUAGE),
    optional('dc:creator', instructor),
    optional('dc:description', description),
    meta('dcterms:modified', `${course.updatedAt.slice(0, 19)}Z`),
    meta('schema:accessMode', 'textual'),
    hasPictures ? meta('schema:accessMode', 'visual') : null,
    meta('schema:accessibilityFeature', 'tableOfContents'),
    meta('schema:accessibilityFeature', 'readingOrder'),
    meta('schema:accessibilityFeature', 'structuralNavigation'),
    meta('schema:accessibilityHazard', 'unknown'),
  );
}

/** Ids of XML begin with a letter. Names of items have no other characters that are replaced. */
const idOf = (name: string): string => `item-${name.replace(/[^A-Za-z0-9]+/g, '-')}`;
