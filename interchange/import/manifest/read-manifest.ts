import type { FileTree, TreeFile } from '#interchange/archive/file-tree.ts';
import { readText, XML_MAX_BYTES } from '#interchange/archive/read-text.ts';
import type { ImportReport } from '../import-report.ts';
import { decodePercent, folderOf, joinPath, nameOf } from '../paths.ts';
import { titleOfHtml } from '../text/titles.ts';
import { childrenOf, findElement, parseXml, textAt, type XmlElement } from '../xml.ts';
import { readPart } from './read-part.ts';

/** A place in the table of contents. */
export interface ManifestItem {
  readonly identifier: string;
  /** Empty for one without a title, such as the root of every Common Cartridge. */
  readonly title: string;
  /** The identifier of a resource; empty for a heading or a folder. */
  readonly resource: string;
  readonly isHidden: boolean;
  /** Of its metadata. Empty without one. */
  readonly description?: string;
  readonly children: readonly ManifestItem[];
}

/** A part of the package. */
export interface ManifestResource {
  readonly identifier: string;
  /** In lower case; of Brightspace's own parts what it calls them, such as `d2lquiz`. */
  readonly type: string;
  /** Empty in most files. */
  readonly title: string;
  /** The folder that its addresses begin in; ends with `/`, empty for the root. */
  readonly folder: string;
  /** As it is written: a path below the folder or an address. Empty without one. */
  readonly href: string;
  /** Of its files, as they are written. */
  readonly files: readonly string[];
  /** Identifiers of resources. */
  readonly dependencies: readonly string[];
  /** The identifier of a resource that other programs prefer to this one (Common Cartridge 1.3). Empty without one. */
  readonly variant: string;
  /** `sco` or `asset` in SCORM, in lower case. */
  readonly scormType: string;
  /** `lessonplan`, `syllabus` or `unspecified` in Common Cartridge. */
  readonly intendedUse: string;
  readonly isForInstructors: boolean;
  /** Of its metadata. Empty without one. */
  readonly description: string;
}

/** A package of IMS Content Packaging: Common Cartridge and SCORM are profiles of it. */
export interface Manifest {
  /** The title of the course. May be empty. */
  readonly title: string;
  readonly description: string;
  /** The author of the course. Empty without one. */
  readonly author: string;
  /** The folder of the manifest; empty for the root of the file. */
  readonly folder: string;
  readonly items: readonly ManifestItem[];
  readonly resources: ReadonlyMap<string, ManifestResource>;
}

const NAME = 'imsmanifest.xml';

/** The manifest of a package: in the root, or in the only folder nearest to it that has one. */
export function findManifest(tree: FileTree): TreeFile | undefined {
  const root = tree.find(NAME);
  if (root !== undefined) return root;
  const depthOf = ({ path }: TreeFile) => path.split('/').length;
  const found = tree.files.filter(({ path }) => nameOf(path).toLowerCase() === NAME);
  const nearest = Math.min(...found.map(depthOf));
  const [first, ...others] = found.filter((file) => depthOf(file) === nearest);
  return others.length === 0 ? first : undefined;
}

const CARTRIDGE =
  /<([\w.-]+:)?schema>[^<]*Common Cartridge|\/xsd\/imscc|type\s*=\s*["'][^"']*(imscc_|imsdt_|imswl_)/i;
const SCORM = /adlcp|adlnet|scormtype/i;
/** Questions that were exported from Blackboard alone. Its archives of whole courses are recognised elsewhere. */
const BLACKBOARD = /type\s*=\s*["']assessment\/x-bb-qti-(?:test|pool|survey)["']/i;
const BLACKBOARD_PAGES = /type\s*=\s*["']resource\/x-bb-document["']/i;
/** Brightspace names SCORM's namespace in every manifest. */
const BRIGHTSPACE = /desire2learn\.com\/xsd\/d2lcp/i;
const PAGES = /type\s*=\s*["'](?:webcontent["']|imsqti_xmlv1)/i;

/** The profile of a package, by the text of its manifest, which need not be well-formed; null for any other. */
export async function profileOf(tree: FileTree): Promise<'cartridge' | 'scorm' | null> {
  const file = findManifest(tree);
  if (file === undefined) return null;
  const text = await readText(file, XML_MAX_BYTES);
  if (CARTRIDGE.test(text) || BRIGHTSPACE.test(text)) return 'cartridge';
  if (BLACKBOARD.test(text) && !BLACKBOARD_PAGES.test(text)) return 'cartridge';
  if (SCORM.test(text)) return 'scorm';
  return PAGES.test(text) ? 'cartridge' : null;
}

/** Reads a manifest. Throws ImportError for XML that cannot be read; everything less is reported. */
export async function readManifest(file: TreeFile, tree: FileTree, report: ImportReport): Promise<Manifest> {
  const root = parseXml(await readText(file, XML_MAX_BYTES));
  const folder = folderOf(file.path);
  const parts = manifestsIn(root, folder);
  const resources = new Map<string, ManifestResource>();
  for (const { element, base } of parts) {
    for (const resource of resourcesOf(element, base)) {
      if (resources.has(resource.identifier)) report.add('leftOut', resource.identifier, DUPLICATE);
      else resources.set(resource.identifier, resource);
    }
  }
  const organization = organizationOf(root, report);
  const metadata = findElement(root, 'metadata');
  const lom = findElement(metadata, 'lom') ?? (await readLom(metadata, folder, tree)) ?? metadata;
  return {
    folder,
    resources,
    title: titleOfHtml(localText(findElement(lom, 'general', 'title'))) || titleOf(organization),
    description: localText(findElement(lom, 'general', 'description')),
    author: authorOf(findElement(lom, 'lifeCycle')),
    items: itemsOf(organization, new Submanifests(parts.map(({ element }) => element))),
  };
}

const DUPLICATE = 'Two parts of the file have the same identifier. Only the first of them was taken.';
const OTHER_ORGANIZATIONS = 'This file has several tables of contents. Only its main one was taken.';

interface ManifestPart {
  readonly element: XmlElement;
  readonly base: string;
}

/** The manifest and those inside of it, each with the folder of its addresses. */
function manifestsIn(element: XmlElement, folder: string): ManifestPart[] {
  const base = baseOf(element, folder);
  return [{ element, base }, ...childrenOf(element, 'manifest').flatMap((child) => manifestsIn(child, base))];
}

/** The folder that the `xml:base` of an element leads to, from the one around it. */
function baseOf({ attributes }: XmlElement, folder: string): string {
  const base = attributes.get('base') ?? '';
  const path = base === '' ? null : joinPath(folder, decodePercent(base));
  if (path === null) return folder;
  return path === '' ? '' : `${path}/`;
}

function resourcesOf(manifest: XmlElement, base: string): ManifestResource[] {
  const list = findElement(manifest, 'resources');
  if (list === undefined) return [];
  const folder = baseOf(list, base);
  return childrenOf(list, 'resource').map((element) => resourceOf(element, folder));
}

function resourceOf(element: XmlElement, folder: string): ManifestResource {
  const attribute = (name: string) => element.attributes.get(name)?.trim() ?? '';
  const valuesOf = (name: string, attributeName: string) =>
    childrenOf(element, name).flatMap(({ attributes }) => attributes.get(attributeName)?.trim() || []);
  const roles = findElement(element, 'metadata', 'lom', 'educational');
  const material = attribute('material_type');
  // Blackboard's file of a part is beside the folder that its pictures are in.
  const besides = attribute('file');
  return {
    identifier: attribute('identifier'),
    type: (/^d2l/i.test(material) ? material : attribute('type')).toLowerCase(),
    folder: besides === '' ? baseOf(element, folder) : folder,
    href: attribute('href') || besides,
    files: valuesOf('file', 'href'),
    title: titleOfHtml(attribute('title')),
    dependencies: valuesOf('dependency', 'identifierref'),
    variant: valuesOf('variant', 'identifierref')[0] ?? '',
    scormType: (attribute('scormtype') || attribute('scormType')).toLowerCase(),
    intendedUse: attribute('intendeduse').toLowerCase(),
    isForInstructors: isForInstructors(roles),
    description: descriptionOf(element),
  };
}

/** The description in the metadata of an item or a resource. */
const descriptionOf = (element: XmlElement): string =>
  localText(findElement(element, 'metadata', 'lom', 'general', 'description'));

/** The name in the vCard of the first author. */
function authorOf(lifeCycle: XmlElement | undefined): string {
  const contributions = lifeCycle === undefined ? [] : childrenOf(lifeCycle, 'contribute');
  const author = contributions.find((one) => textAt(one, 'role', 'value').toLowerCase() === 'author');
  const [, name = ''] = /^FN(?:;[^:\n]*)?:(.*)$/im.exec(textAt(author, 'entity')) ?? [];
  return titleOfHtml(name.replace(/\\(.)/g, '$1'));
}

/** Whether all readers that the metadata names are instructors or mentors. */
function isForInstructors(educational: XmlElement | undefined): boolean {
  const roles = educational === undefined ? [] : childrenOf(educational, 'intendedEndUserRole');
  const values = roles.map((role) => textAt(role, 'value').toLowerCase());
  return values.length > 0 && values.every((value) => value === 'instructor' || value === 'mentor');
}

function organizationOf(manifest: XmlElement, report: ImportReport): XmlElement | undefined {
  const list = findElement(manifest, 'organizations');
  if (list === undefined) return undefined;
  const [first, ...others] = childrenOf(list, 'organization');
  if (others.length === 0) return first;
  const main = list.attributes.get('default');
  const chosen = [first, ...others].find((one) => one?.attributes.get('identifier') === main) ?? first;
  report.add('leftOut', titleOf(others.find((one) => one !== chosen)) || NAME, OTHER_ORGANIZATIONS);
  return chosen;
}

/** The title of an item or an organization: an element in the standard, an attribute in some files. */
const titleOf = (element: XmlElement | undefined): string =>
  titleOfHtml(textAt(element, 'title') || (element?.attributes.get('title') ?? ''));

const SUBMANIFESTS_MAX = 100;

/** Manifests inside of a manifest, whose tables of contents items name. Each is followed once, so that none contains itself. */
class Submanifests {
  readonly #elements: ReadonlyMap<string, XmlElement>;
  readonly #followed = new Set<string>();

  constructor(elements: readonly XmlElement[]) {
    this.#elements = new Map(
      elements.map((element) => [element.attributes.get('identifier') ?? '', element]),
    );
  }

  /** The items of the manifest of an identifier; null if there is no such manifest or if it was followed. */
  follow(identifier: string): ManifestItem[] | null {
    const element = this.#elements.get(identifier);
    if (identifier === '' || element === undefined || this.#followed.has(identifier)) return null;
    if (this.#followed.size >= SUBMANIFESTS_MAX) return null;
    this.#followed.add(identifier);
    return itemsOf(findElement(element, 'organizations', 'organization'), this);
  }
}

function itemsOf(parent: XmlElement | undefined, submanifests: Submanifests): ManifestItem[] {
  if (parent === undefined) return [];
  return childrenOf(parent, 'item').map((element) => {
    const reference = element.attributes.get('identifierref')?.trim() ?? '';
    const inside = submanifests.follow(reference);
    return {
      identifier: element.attributes.get('identifier') ?? '',
      title: titleOf(element),
      resource: inside === null ? reference : '',
      isHidden: /^(false|0)$/i.test(element.attributes.get('isvisible') ?? ''),
      description: descriptionOf(element),
      children: [...(inside ?? []), ...itemsOf(element, submanifests)],
    };
  });
}

/** Metadata in a file of its own, as SCORM allows. */
async function readLom(metadata: XmlElement | undefined, folder: string, tree: FileTree) {
  const location = textAt(metadata, 'location');
  const path = location === '' ? null : joinPath(folder, location);
  const file = path === null ? undefined : tree.find(path);
  return file === undefined ? undefined : ((await readPart(file)) ?? undefined);
}

/** The text in the first of its languages: `string` in LOM, `langstring` in earlier metadata. */
function localText(element: XmlElement | undefined): string {
  const [first] = element === undefined ? [] : childrenOf(element);
  return textAt(first) || textAt(element);
}
