import type { ConvertImage, Image, Node, Paragraph } from 'mammoth/mammoth.browser.js';
import { decodeText } from '#interchange/course-file/digest.ts';
import { ImportError } from '../import-error.ts';
import { onOneLine } from '../text/titles.ts';
import { applyMarks, withoutMarks } from './directions.ts';
import { roleOfName, type StyleRole, type StyleRoles } from './docx-styles.ts';
import { startLists, withoutStarts } from './list-starts.ts';
import { loadMammoth } from './load-mammoth.ts';

/** A document as HTML. */
export interface ConvertedDocument {
  readonly html: string;
  /** The first paragraph of the style of titles, which is not in the HTML; empty without one. */
  readonly title: string;
  readonly hasContents: boolean;
  /** Pictures that browsers do not show. */
  readonly vectorPictures: number;
  /** Pictures that are not in the document. */
  readonly missingPictures: number;
  /** The names of styles that became plain text. */
  readonly unknownStyles: ReadonlySet<string>;
  /** The names of elements that mammoth does not know, such as `altChunk`, without prefixes. */
  readonly unknownElements: ReadonlySet<string>;
}

const STYLE_MAP = [
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Block Text'] => blockquote > p:fresh",
  "p[style-name='Quotations'] => blockquote > p:fresh",
  "p[style-name='Source Code'] => pre:separator('\\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "p[style-name='Preformatted Text'] => pre:separator('\\n')",
  "r[style-name='Verbatim Char'] => code",
  "r[style-name='HTML Code'] => code",
  "r[style-name='Emphasis'] => em",
];

/** Styles whose look is that of plain text. */
const PLAIN = new Set(
  `list paragraph,body text,first paragraph,compact,normal (web),no spacing,subtitle,author,date,abstract,bibliography,
  caption,image caption,table caption,captioned figure,table text,text body,default paragraph font,default,standard,
  followedhyperlink,internet link,page number`.split(/,\s*/),
);

/** A paragraph that is not written. */
const EMPTY = { styleId: null, styleName: null, children: [] };

/**
 * Converts a document by mammoth, which is loaded only now. The address of a picture is its path. Throws ImportError for
 * one that mammoth cannot read.
 */
export async function convertDocument(archive: ArrayBuffer, roles: StyleRoles): Promise<ConvertedDocument> {
  const { default: mammoth } = await loadMammoth();
  const counts = { title: '', hasContents: false, vectorPictures: 0, missingPictures: 0 };
  const readPath = async (image: Image) => decodeText(new Uint8Array(await image.readAsArrayBuffer()));
  const toElement = mammoth.images.imgElement(async (image) => ({ src: encodeURI(await readPath(image)) }));
  const convertImage: ConvertImage = async (image) => {
    if (/[-/](?:emf|wmf|tiff|vnd\.ms-photo)$/.test(image.contentType ?? '')) {
      counts.vectorPictures += 1;
      return [];
    }
    try {
      return await toElement(image);
    } catch {
      counts.missingPictures += 1;
      return [];
    }
  };
  const transformParagraph = (paragraph: Paragraph): Paragraph => {
    const role = roleOf(paragraph, roles);
    if (role === null) return paragraph;
    if (role === 'contents') counts.hasContents = true;
    const isTitle = role === 'title' && counts.title === '';
    if (isTitle) counts.title = onOneLine(withoutStarts(withoutMarks(textIn(paragraph))));
    if (role === 'contents' || isTitle) return { ...paragraph, ...EMPTY };
    const level = role === 'title' ? 1 : Math.min(role.heading, 6);
    return { ...paragraph, styleId: `Heading${level}`, styleName: `heading ${level}` };
  };
  try {
    const { value, messages } = await mammoth.convertToHtml(
      { arrayBuffer: archive },
      {
        styleMap: STYLE_MAP,
        includeEmbeddedStyleMap: false,
        convertImage,
        transformDocument: mammoth.transforms.paragraph(transformParagraph),
      },
    );
    const texts = messages.map(({ message }) => message);
    return {
      ...counts,
      html: applyMarks(startLists(value)),
      unknownStyles: stylesIn(texts),
      unknownElements: elementsIn(texts),
    };
  } catch (error) {
    // Its errors have no types: whatever fails while it reads is a document that it cannot read.
    throw error instanceof ImportError ? error : new ImportError('damaged');
  }
}

function roleOf({ styleId, styleName }: Paragraph, roles: StyleRoles): StyleRole | null {
  const named = styleId === null ? undefined : roles.get(styleId);
  return named ?? roleOfName((styleName ?? styleId ?? '').toLowerCase());
}

function textIn(node: Node): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'break' || node.type === 'tab') return ' ';
  return (node.children ?? []).map(textIn).join('');
}

function stylesIn(messages: readonly string[]): Set<string> {
  const names = messages.map((text) => /^Unrecognised (?:paragraph|run) style: '(.*)' \(/s.exec(text)?.[1]);
  const known = names.filter((name) => name !== undefined);
  return new Set(known.filter((name) => name !== 'null' && !PLAIN.has(name.toLowerCase())));
}

function elementsIn(messages: readonly string[]): Set<string> {
  const names = messages.map(
    (text) => /^An unrecognised element was ignored: (?:\{.*\}|.*:)?(.*)/s.exec(text)?.[1],
  );
  return new Set(names.filter((name) => name !== undefined));
}
