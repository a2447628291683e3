import { cleanTitle } from '../manifest/manifest-titles.ts';
import type { ManifestItem } from '../manifest/read-manifest.ts';
import { readPart } from '../manifest/read-part.ts';
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
    title: cleanTitle(textAt(settings, 'title')),
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
      title: child?.title || cleanTitle(textAt(own, 'title')),
      resource: child?.resource || referenceOf(own, isKnown),
      isHidden: isHidden || isUnpublished(own),
      children: child?.children ?? [],
    }));
    const title = item?.title || cleanTitle(textAt(element, 'title'));
    return { identifier: identifierOf(element), title, resource: '', isHidden, children };
  });
}

/** Merges items with their elements: in the order of the elements if these name all items, else in that of the items. */
function inOrder(
  items: readonly ManifestItem[],
  elements: readonly XmlElement[],
  merge: (item: ManifestItem | undefined, element: XmlElement) => ManifestItem,
): ManifestItem[] {
  const byIdentifier = new Map(items.map((item) => [item.identifier, item]));
  const named = new Map(elements.map((element) => [identifierOf(element), element]));
  const merged = [...named].map(([identifier, element]) => merge(byIdentifier.get(identifier), element));
  if (items.every(({ identifier }) => named.has(identifier))) return merged;
  const known = new Map(merged.map((item) => [item.identifier, item]));
  const added = merged.filter(({ identifier }) => !byIdentifier.has(identifier));
  return [...items.map((item) => known.get(item.identifier) ?? item), ...added];
}

const identifierOf = ({ attributes }: XmlElement): string => attributes.get('identifier') ?? '';

const isUnpublished = (element: XmlElement): boolean => textAt(element, 'workflow_state') === 'unpublished';

function referenceOf(element: XmlElement, isKnown: (identifier: string) => boolean): string {
  const reference = textAt(element, 'identifierref');
  const kind = textAt(element, 'content_type');
  const url = textAt(element, 'url');
  if (isKnown(reference) || kind === 'ContextModuleSubHeader') return isKnown(reference) ? reference : '';
  if (kind === 'ExternalUrl' && url !== '') return LINK_REFERENCE + url;
  return kind === 'ContextExternalTool' ? TOOL_REFERENCE + url : reference || kind;
}
