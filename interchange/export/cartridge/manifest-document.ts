import type { CourseCopy } from '../pages/course-copy.ts';
import { el, type Markup, xmlDocument } from '../pages/markup.ts';
import { type CartridgeVersion, INSTANCE, schemaLocations } from './cartridge-version.ts';
import { courseMetadata, partMetadata } from './part-metadata.ts';

/** A part of the cartridge. */
export interface ManifestResource {
  /** Unique among resources; a part of its identifier. */
  readonly id: string;
  /** The name of its only file in the folder, which is its address too: ASCII letters, digits and `-._/` only. */
  readonly name: string;
  readonly kind: 'content' | 'link' | 'quiz' | 'settings';
  /** Plain text. May be empty. */
  readonly description?: string;
  /** The ids of resources that this one shows, or that say more of it. */
  readonly dependencies?: readonly string[];
}

/** A module in the table of contents. */
export interface ManifestModule {
  readonly id: string;
  readonly title: string;
  /** Plain text. May be empty. */
  readonly description: string;
  readonly items: readonly { readonly title: string; readonly resource: string }[];
}

export interface ManifestContents {
  readonly modules: readonly ManifestModule[];
  readonly resources: readonly ManifestResource[];
  /** That all files are in. Ends with `/`. */
  readonly folder: string;
}

/**
 * Writes `imsmanifest.xml`. Identifiers begin with the digest of the course: systems that know an identifier already
 * take the part for the one that they have.
 */
export function manifestDocument(
  course: CourseCopy,
  { modules, resources, folder }: ManifestContents,
  version: CartridgeVersion,
): string {
  const identifier = (part: string) => `c${course.digest.slice(0, 16)}-${part}`;
  const { manifest, courseLom, partLom, schemaVersion } = version;
  // Moodle looks for the namespace in the first 500 characters only.
  const attributes = {
    xmlns: manifest.namespace,
    'xmlns:lomm': courseLom.namespace,
    'xmlns:lomr': partLom.namespace,
    'xmlns:xsi': INSTANCE,
    'xsi:schemaLocation': schemaLocations([manifest, courseLom, partLom]),
    identifier: identifier('course'),
  };
  const metadata = [
    el('schema', {}, 'IMS Common Cartridge'),
    el('schemaversion', {}, schemaVersion),
    courseMetadata(course),
  ];
  const root = el(
    'item',
    { identifier: identifier('contents') },
    ...modules.map((module) => moduleItem(module, { version, identifier })),
  );
  const organization = { identifier: identifier('organization'), structure: 'rooted-hierarchy' };
  const listed = resources.map((resource) =>
    resourceElement({ ...resource, name: folder + resource.name }, { version, identifier }),
  );
  return xmlDocument(
    el(
      'manifest',
      attributes,
      el('metadata', {}, ...metadata),
      el('organizations', {}, el('organization', organization, root)),
      el('resources', {}, ...listed),
    ),
  );
}

interface Writing {
  readonly version: CartridgeVersion;
  readonly identifier: (part: string) => string;
}

const RESOURCE = 'r-';

function moduleItem(
  { id, title, description, items }: ManifestModule,
  { version, identifier }: Writing,
): Markup {
  const children = items.map(({ title: text, resource }) =>
    el(
      'item',
      { identifier: identifier(`i-${resource}`), identifierref: identifier(RESOURCE + resource) },
      el('title', {}, text),
    ),
  );
  const attributes = { identifier: identifier(`m-${id}`) };
  return el('item', attributes, el('title', {}, title), ...children, partMetadata(description, version));
}

function resourceElement(
  { id, name, kind, description = '', dependencies = [] }: ManifestResource,
  { version, identifier }: Writing,
): Markup {
  const types = {
    ...{ content: 'webcontent', link: version.linkType },
    ...{ quiz: version.quizType, settings: version.settingsType },
  };
  const attributes = {
    identifier: identifier(RESOURCE + id),
    type: types[kind],
    href: kind === 'content' || kind === 'settings' ? name : null,
  };
  const needed = dependencies.map((one) => el('dependency', { identifierref: identifier(RESOURCE + one) }));
  return el(
    'resource',
    attributes,
    partMetadata(description, version),
    el('file', { href: name }),
    ...needed,
  );
}
