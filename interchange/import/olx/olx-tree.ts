import type { FileTree } from '#interchange/archive/file-tree.ts';
import { isOfOnePart } from '../import-error.ts';
import type { ImportReport } from '../import-report.ts';
import { childrenOf, readXml, type XmlElement } from '../xml.ts';

const sentences = {
  listed: 'It is listed in the file but is not in it.',
};

/** Finds the parts of a course, each of which is inside of the one above or in a file of its own. */
export class OlxTree {
  readonly #tree: FileTree;
  readonly #report: ImportReport;

  constructor(tree: FileTree, report: ImportReport) {
    this.#tree = tree;
    this.#report = report;
  }

  /** The parts inside of one, in their order. */
  async partsOf(element: XmlElement): Promise<XmlElement[]> {
    const parts: XmlElement[] = [];
    for (const child of childrenOf(element)) {
      const part = await this.resolve(child);
      if (part !== null) parts.push(part);
    }
    return parts;
  }

  /** A part itself: `<chapter url_name="a"/>` stands for `chapter/a.xml`. Null, and reported, if that is missing. */
  async resolve(pointer: XmlElement): Promise<XmlElement | null> {
    const { name, attributes, children } = pointer;
    const id = attributes.get('url_name');
    const isWhole =
      children.some((child) => typeof child !== 'string') || attributes.size > POINTER_ATTRIBUTES;
    if (id === undefined) return pointer;
    const file = this.#tree.find(`${name}/${id.replaceAll(':', '/')}.xml`);
    if (file === undefined) {
      if (isWhole || !STRUCTURE.test(name)) return pointer;
      this.#report.add('missing', id, sentences.listed);
      return null;
    }
    try {
      const part = await readXml(file);
      return { ...part, attributes: new Map([...attributes, ...part.attributes, ['url_name', id]]) };
    } catch (error) {
      if (!isOfOnePart(error)) throw error;
      this.#report.add('leftOut', id, error.message);
      return null;
    }
  }
}

/** The course has `org` and `course` too. */
const POINTER_ATTRIBUTES = 3;
const STRUCTURE = /^(?:chapter|sequential|vertical)$/;
