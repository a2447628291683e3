import type { FileTree, TreeFile } from '#interchange/archive/file-tree.ts';
import { readText, XML_MAX_BYTES } from '#interchange/archive/read-text.ts';
import { encodeText } from '#interchange/course-file/digest.ts';
import { ImportError, isOfOnePart } from '../import-error.ts';
import type { ImportReport } from '../import-report.ts';
import { extensionOf, nameOf } from '../paths.ts';
import { parseXml, type XmlElement } from '../xml.ts';
import { markDirections, markReadings, readStyleDirections } from './directions.ts';
import { joinDropCaps } from './drop-caps.ts';
import { findDocument } from './find-document.ts';
import { escapeXml, replaceFormulas } from './formulas.ts';
import { markListStarts } from './list-starts.ts';
import { zipStored } from './stored-zip.ts';

const sentences = {
  damaged: 'This part of the document is damaged. The rest was taken without it.',
};

/** A document as mammoth takes it, and its parts. */
export interface DocxPackage {
  /** A zip with the texts, in which each picture is replaced by its path: the import embeds pictures itself. */
  readonly archive: ArrayBuffer;
  readonly document: XmlElement;
  readonly styles: XmlElement | null;
}

/** Elements that mammoth ignores with their texts: fields, and directions of writing. */
const UNWRAPPED = /<\/?(?:w:fldSimple|w:dir|w:bdo|m:oMathPara)(?:\s[^>]*)?>/g;
const LEFT_OUT = /<(m:oMathParaPr)(?:\s(?:[^>]*[^>/])?)?>.*?<\/\1>/gs;

const PART = /^(?:\[content_types\]\.xml|_rels\/\.rels|word\/(?:[^/]+\.xml|_rels\/[^/]+\.rels))$/i;
/** Comments are left out; the others mammoth does not read. */
const UNREAD = /^word\/(?:comments|people|settings|websettings|fonttable|header\d*|footer\d*)/i;

/**
 * Packs the parts of a document for mammoth. The path of each picture begins with `prefix`. Each part is well-formed,
 * without entities, at most 20 MB long and 100 deep. Throws ImportError if the main text is not.
 */
export async function packDocument(
  tree: FileTree,
  report: ImportReport,
  prefix: string,
): Promise<DocxPackage> {
  const main = findDocument(tree);
  if (main === undefined) throw new ImportError('damaged');
  const document = await readPart(main);
  const entries: { name: string; bytes: Uint8Array }[] = [];
  let styles: XmlElement | null = null;
  let numbering: XmlElement | null = null;
  for (const file of tree.files) {
    const { path } = file;
    if (path === main.path || UNREAD.test(path)) continue;
    const part = PART.test(path) ? await readOptionalPart(file, report) : null;
    if (part !== null) entries.push({ name: path, bytes: encodeText(part.text) });
    if (part !== null && /^word\/styles\.xml$/i.test(path)) styles = part.root;
    if (part !== null && /^word\/numbering\.xml$/i.test(path)) numbering = part.root;
    if (isPicture(path)) entries.push({ name: path, bytes: encodeText(prefix + path) });
  }
  const directed = markDirections(joinDropCaps(document.text), readStyleDirections(styles));
  const text = markListStarts(directed, numbering, styles);
  entries.unshift({ name: main.path, bytes: encodeText(text) });
  return { archive: zipStored(entries), document: document.root, styles };
}

const isPicture = (path: string): boolean =>
  /^(?:png|jpe?g|gif|bmp|svg|tiff?|webp|emf|wmf|jfif|jpe|wdp)$/.test(extensionOf(path));

interface Part {
  readonly text: string;
  readonly root: XmlElement;
}

async function readPart(file: TreeFile): Promise<Part> {
  const text = await readText(file, XML_MAX_BYTES);
  // Word writes none, and mammoth's parser reads more of it than ours.
  if (text.includes('<!DOCTYPE')) throw new ImportError('badXml');
  const root = parseXml(text);
  const declared = withoutMarkedSections(text);
  return { root, text: replaceFormulas(markReadings(declared.replace(LEFT_OUT, '').replace(UNWRAPPED, ''))) };
}

/**
 * XML without its declaration, as it is written as UTF-8, without comments and instructions for programs, with CDATA as
 * text and end tags without blanks: none of them can hide the beginning or the end of an element.
 */
const withoutMarkedSections = (xml: string): string =>
  xml
    .replace(/<!--.*?-->|<\?.*?\?>|<!\[CDATA\[(.*?)\]\]>/gs, (_, text: string | undefined) =>
      escapeXml(text ?? ''),
    )
    .replace(/<\/([^\s<>]+)\s+>/g, '</$1>');

async function readOptionalPart(file: TreeFile, report: ImportReport): Promise<Part | null> {
  try {
    return await readPart(file);
  } catch (error) {
    if (!isOfOnePart(error)) throw error;
    report.add('simplified', nameOf(file.path), sentences.damaged);
    return null;
  }
}
