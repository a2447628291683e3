import { SaxesParser, type SaxesTagNS } from 'saxes';
import type { TreeFile } from '../archive/file-tree.ts';
import { readText, XML_MAX_BYTES } from '../archive/read-text.ts';
import { ImportError } from './import-error.ts';

/** An element of an XML file. Names have no prefix: readers look at local names. */
export interface XmlElement {
  readonly name: string;
  /** By local name; of two that differ only in their prefix, the one without a prefix. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (XmlElement | string)[];
}

const DEPTH_MAX = 100;

interface OpenElement extends XmlElement {
  readonly children: (XmlElement | string)[];
}

/** Reads an XML file. Throws ImportError for one that is too large, not well-formed, or has a document type with entities. */
export const readXml = async (file: TreeFile): Promise<XmlElement> =>
  parseXml(await readText(file, XML_MAX_BYTES));

/** Parses XML. Document types are skipped, so entities other than the five of XML are errors. Throws ImportError. */
export function parseXml(text: string): XmlElement {
  const root: OpenElement = { name: '', attributes: new Map(), children: [] };
  const open: OpenElement[] = [root];
  const parser = new SaxesParser({ xmlns: true });
  const addText = (content: string) => open.at(-1)?.children.push(content);
  parser.on('error', () => {
    throw new ImportError('badXml');
  });
  parser.on('opentag', (tag) => {
    if (open.length > DEPTH_MAX) throw new ImportError('badXml');
    const element: OpenElement = { name: tag.local, attributes: attributesOf(tag), children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text.replace(/^\uFEFF/, '')).close();
  const element = root.children.find((child) => typeof child !== 'string');
  if (element === undefined) throw new ImportError('badXml');
  return element;
}

function attributesOf({ attributes }: SaxesTagNS): Map<string, string> {
  const byName = new Map<string, string>();
  for (const { local, prefix, value } of Object.values(attributes)) {
    if (prefix === '' || !byName.has(local)) byName.set(local, value);
  }
  return byName;
}

/** The child elements, only those of a name if one is given. */
export const childrenOf = ({ children }: XmlElement, name?: string): XmlElement[] =>
  children.filter(
    (child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name),
  );

/** The first element at a path of names below an element. */
export function findElement(
  element: XmlElement | undefined,
  ...names: readonly string[]
): XmlElement | undefined {
  return names.reduce(
    (at: XmlElement | undefined, name) => (at === undefined ? undefined : childrenOf(at, name)[0]),
    element,
  );
}

/** The whole text inside of an element, trimmed; empty without the element. */
export function textOf(element: XmlElement | undefined): string {
  if (element === undefined) return '';
  return gather(element).trim();
}

const gather = ({ children }: XmlElement): string =>
  children.map((child) => (typeof child === 'string' ? child : gather(child))).join('');

/** The text at a path of names below an element; empty without it. */
export const textAt = (element: XmlElement | undefined, ...names: readonly string[]): string =>
  textOf(findElement(element, ...names));
