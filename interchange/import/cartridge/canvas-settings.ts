import type { ManifestItem } from '../manifest/read-manifest.ts';
import { readPart } from '../manifest/read-part.ts';
import { titleOfHtml } from '../text/titles.ts';
import { childrenOf, findElement, textAt, type XmlElement } from '../xml.ts';
import { type Cartridge, filesOf } from './cartridge-parts.ts';

/** What Canvas adds to a cartridge. */
export interface CanvasSettings {
  readonly title: string;
  readonly description: string;
  /** The path of the picture of the course. */
  readonly picture: string | null;
  /** `modules` of `module_meta.xml`. */
  readonly modules: readonly XmlElement[];
}

/** The settings of Canvas; null for a cartridge of any other program. */
export async function readCanvasSettings(cartridge: Cartridge): Promise<CanvasSettings | null> {
  const read = async (name: string) => {
    const file = cartridge.tree.find(`${cartridge.manifest.folder}course_settings/${name}`);
    return file === undefined ? null : readPart(file);
  };
  const settings = (await read('course_settings.xml')) ?? undefined;
  const modules = await read('module_meta.xml');
  if (settings === undefined && modules === null) return null;
  const picture = cartridge.manifest.resources.get(textAt(settings, 'image_identifier_ref'));
  return {
    title: titleOfHtml(textAt(settings, 'title')),
    description: textAt(settings, 'public_description') || textAt(settings, 'description'),
    picture: picture === undefined ? null : (filesOf(picture, cartridge)[0]?.path ?? null),
    modules: modules === null ? [] : childrenOf(modules, 'module'),
  };
}

/** The references of items that the manifest does not have: an address, or a tool of the other system. */
export const LINK_REFERENCE = 'link:';
export const TOOL_REFERENCE = 'tool:';

/**
 * Orders the table of contents as Canvas does, with what was hidden there, and with the links that only Canvas' own
 * file has. Items that it does not know stay.
 */
export function mergeModules(
  items: readonly ManifestItem[],
  modules: readonly XmlElement[],
  { manifest: { resources } }: Cartridge,
): readonly ManifestItem[] {
  if (modules.length === 0) return items;
  const isKnown = (identifier: string) => resources.has(identifier);
  const [root, ...others] = items;
  const isRooted = root !== undefined && others.length === 0 && root.title === '';
  return inOrder(isRooted ? root.children : items, modules, (item, element) => {
    const isHidden = isUnpublished(element);
    const list = findElement(element, 'items');
    const elements = list === undefined ? [] : childrenOf(list, 'item');
    const children = inOrder(item?.children ?? [], elements, (child, own) => ({
      identifier: identifierOf(own),
      title: child?.title || titleOfHtml(textAt(own, 'title')),
      resource: resourceOf(child, own, isKnown),
      isHidden: isHidden || isUnpublished(own),
      children: child?.children ?? [],
    }));
    const title = item?.title || titleOfHtml(textAt(element, 'title'));
    return { identifier: identifierOf(element), title, resource: '', isHidden, children };
  });
}

/** Merges items with their elements: in the order of the elements if these name all items, else in that of the items. */
function inOrder(
  items: readonly ManifestItem[],
  elements: readonly XmlElement[],
  merge: (item: ManifestItem | undefined, element: XmlElement) => ManifestItem,
): ManifestItem[] {
  const free = new Map(elements.map((element) => [identifierOf(element), element]));
  const elementOf = new Map<ManifestItem, XmlElement>();
  const itemOf = new Map<XmlElement, ManifestItem>();
  for (const item of items) {
    // The item of a tool has another identifier in the manifest; its reference there is the one that Canvas' file has.
    const element = free.get(item.identifier) ?? free.get(item.resource);
    if (element === undefined) continue;
    free.delete(identifierOf(element));
    elementOf.set(item, element);
    itemOf.set(element, item);
  }
  const mergedOf = (element: XmlElement) => merge(itemOf.get(element), element);
  if (elementOf.size === items.length) return elements.map(mergedOf);
  const inManifest = items.map((item) => {
    const element = elementOf.get(item);
    return element === undefined ? item : mergedOf(element);
  });
  return [...inManifest, ...elements.filter((element) => !itemOf.has(element)).map(mergedOf)];
}

const identifierOf = ({ attributes }: XmlElement): string => attributes.get('identifier') ?? '';

const isUnpublished = (element: XmlElement): boolean => textAt(element, 'workflow_state') === 'unpublished';

function resourceOf(
  item: ManifestItem | undefined,
  element: XmlElement,
  isKnown: (identifier: string) => boolean,
): string {
  const written = item?.resource ?? '';
  const reference = textAt(element, 'identifierref');
  const known = [written, reference].find(isKnown);
  if (known !== undefined) return known;
  const url = textAt(element, 'url');
  switch (textAt(element, 'content_type')) {
    case 'ContextModuleSubHeader':
      return '';
    case 'ContextExternalTool':
      return TOOL_REFERENCE + url;
    case 'ExternalUrl':
      return LINK_REFERENCE + url;
    default:
      return written || reference || identifierOf(element);
  }
}
