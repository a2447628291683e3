import { SaxesParser, type SaxesTagNS } from 'saxes';
import type { TreeFile } from '../archive/file-tree.ts';
import { readText, readTextPieces, XML_MAX_BYTES } from '../archive/read-text.ts';
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

/**
 * Reads an XML file up to the first element of a depth, where the root has the depth 1, and returns what is before it.
 * The rest is neither parsed nor unpacked. Throws ImportError as {@link readXml}.
 */
export const readXmlBefore = (file: TreeFile, depth: number): Promise<XmlElement> =>
  readXmlUntil(file, (at) => at === depth);

/**
 * Reads an XML file up to the first element that `isEnd` accepts, by its depth, where the root has the depth 1, and its
 * name. The rest is neither parsed nor unpacked. Throws ImportError as {@link readXml}.
 */
export async function readXmlUntil(file: TreeFile, isEnd: IsEnd): Promise<XmlElement> {
  const builder = new TreeBuilder(isEnd);
  for await (const piece of readTextPieces(file, XML_MAX_BYTES)) {
    builder.write(piece);
    if (builder.isDone) break;
  }
  return builder.end();
}

/** Parses XML. Document types are skipped, so entities other than the five of XML are errors. Throws ImportError. */
export function parseXml(text: string): XmlElement {
  const builder = new TreeBuilder();
  builder.write(text.replace(/^\uFEFF/, ''));
  return builder.end();
}

type IsEnd = (depth: number, name: string) => boolean;

class TreeBuilder {
  /** Whether the end was found. What follows is ignored. */
  isDone = false;
  readonly #root: OpenElement = { name: '', attributes: new Map(), children: [] };
  readonly #open: OpenElement[] = [this.#root];
  readonly #parser = new SaxesParser({ xmlns: true });

  constructor(isEnd: IsEnd = () => false) {
    this.#parser.on('error', () => {
      if (!this.isDone) throw new ImportError('badXml');
    });
    this.#parser.on('opentag', (tag) => {
      this.isDone ||= isEnd(this.#open.length, tag.local);
      if (!this.isDone) this.#addElement(tag);
    });
    this.#parser.on('closetag', () => {
      if (!this.isDone) this.#open.pop();
    });
    this.#parser.on('text', (text) => this.#addText(text));
    this.#parser.on('cdata', (text) => this.#addText(text));
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  end(): XmlElement {
    if (!this.isDone) this.#parser.close();
    const element = this.#root.children.find((child) => typeof child !== 'string');
    if (element === undefined) throw new ImportError('badXml');
    return element;
  }

  #addElement(tag: SaxesTagNS): void {
    if (this.#open.length > DEPTH_MAX) throw new ImportError('badXml');
    const element: OpenElement = { name: tag.local, attributes: attributesOf(tag), children: [] };
    this.#open.at(-1)?.children.push(element);
    this.#open.push(element);
  }

  #addText(text: string): void {
    if (!this.isDone) this.#open.at(-1)?.children.push(text);
  }
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

const gather = ({ name, children }: XmlElement): string =>
  isReading(name)
    ? ''
    : children.map((child) => (typeof child === 'string' ? child : gather(child))).join('');

/** Whether an element is a reading above characters, or a bracket around one: neither is part of the word. */
const isReading = (name: string): boolean => name === 'rt' || name === 'rp';

/** The text at a path of names below an element; empty without it. */
export const textAt = (element: XmlElement | undefined, ...names: readonly string[]): string =>
  textOf(findElement(element, ...names));
