import { Parser } from 'htmlparser2';
import type { TreeFile } from '#interchange/archive/file-tree.ts';
import { readText, XML_MAX_BYTES } from '#interchange/archive/read-text.ts';
import { ImportError } from '../import-error.ts';
import { readXml, type XmlElement } from '../xml.ts';

const DEPTH_MAX = 100;

interface OpenElement extends XmlElement {
  readonly children: (XmlElement | string)[];
}

/**
 * Reads an XML file of a book; one that is not well-formed is read as far as possible, as reading systems do.
 * `onRepair` is called then. Throws ImportError for one that is too large or damaged.
 */
export async function readLooseXml(file: TreeFile, onRepair: () => void): Promise<XmlElement> {
  try {
    return await readXml(file);
  } catch (error) {
    if (!(error instanceof ImportError) || error.problem !== 'badXml') throw error;
    onRepair();
    return parseLooseXml(await readText(file, XML_MAX_BYTES));
  }
}

/** Parses XML or XHTML that may be damaged. Elements below the 100th level join the text of that level. */
export function parseLooseXml(text: string): XmlElement {
  const root: OpenElement = { name: '', attributes: new Map(), children: [] };
  const open: OpenElement[] = [root];
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > DEPTH_MAX) return;
        const element = { name: localOf(name), attributes: attributesOf(attributes), children: [] };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      onclosetag: () => {
        if (depth <= DEPTH_MAX) open.pop();
        depth -= 1;
      },
      ontext: (content) => void open.at(-1)?.children.push(content),
    },
    { xmlMode: true },
  );
  parser.end(text);
  return root.children.find((child) => typeof child !== 'string') ?? root;
}

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);

function attributesOf(attributes: Readonly<Record<string, string>>): Map<string, string> {
  const byName = new Map<string, string>();
  for (const [name, value] of Object.entries(attributes)) {
    const local = localOf(name);
    if (local === name || !byName.has(local)) byName.set(local, value);
  }
  return byName;
}
