import { childrenOf, findElement, type XmlElement } from '#interchange/import/xml.ts';
import { findMatchBlocks } from './blackboard-match.ts';
import { materialHtml } from './material.ts';

/** A place in an item where learners answer. */
export interface Response {
  readonly ident: string;
  /** `response_lid` (choices), `response_grp` (those of a match or an order), `response_str` (text), `response_num`, others. */
  readonly element: string;
  readonly cardinality: string;
  /** HTML of the material inside, before its choices: the left side of a match. */
  readonly html: string;
  readonly labels: readonly { readonly ident: string; readonly html: string }[];
  /** `Decimal`, `Integer`, `String` …; empty without one. */
  readonly fibType: string;
}

/** The text of an item and its responses, in their order: one more piece of text than responses. */
export interface Presentation {
  readonly pieces: readonly string[];
  readonly responses: readonly Response[];
}

export function readPresentation(item: XmlElement): Presentation {
  const pieces: string[] = [''];
  const responses: Response[] = [];
  const walk = (element: XmlElement): void => {
    for (const child of childrenOf(element)) {
      if (/^response_(lid|str|num|grp|xy)$/.test(child.name)) {
        responses.push(readResponse(child));
        pieces.push('');
      } else if (child.name === 'material') pieces.push(`${pieces.pop() ?? ''}${blockOf(child)}`);
      else walk(child);
    }
  };
  const presentation = findElement(item, 'presentation');
  if (presentation === undefined) return { pieces, responses };
  const match = readMatch(presentation);
  if (match !== null) return match;
  walk(presentation);
  return { pieces, responses };
}

/** Null for any question but a match of Blackboard. */
function readMatch(presentation: XmlElement): Presentation | null {
  const blocks = findMatchBlocks(presentation);
  if (blocks === null) return null;
  const rights = blocks.rights.map(textHtmlOf);
  const responses = blocks.lefts.flatMap((left) =>
    childrenOf(left, 'response_lid').map((one) => withTexts(readResponse(one), textHtmlOf(left), rights)),
  );
  const question = blocks.question === undefined ? '' : textHtmlOf(blocks.question);
  return { pieces: [question, ...responses.map(() => '')], responses };
}

/** A response of a match with its texts, which are elsewhere. */
const withTexts = (response: Response, left: string, rights: readonly string[]): Response => ({
  ...response,
  html: left,
  labels: response.labels.map(({ ident }, at) => ({ ident, html: rights[at] ?? '' })),
});

/** The HTML of the materials inside, without those of responses. */
const textHtmlOf = (element: XmlElement): string =>
  childrenOf(element)
    .map((child) => {
      if (child.name === 'material') return materialHtml(child);
      return child.name.startsWith('response_') ? '' : textHtmlOf(child);
    })
    .join('')
    .trim();

const BLOCK = /<(p|div|ul|ol|table|h[1-6]|pre|blockquote)[\s>]/i;

/** Materials of plain text are pieces of one text; those of pages are blocks. */
const blockOf = (material: XmlElement): string => {
  const html = materialHtml(material);
  return BLOCK.test(html) ? html : `<span>${html}</span>`;
};

function readResponse(element: XmlElement): Response {
  const { name, attributes } = element;
  const render = findRender(element);
  return {
    // Brightspace names its groups by the other attribute.
    ident: attributes.get('ident') ?? attributes.get('respident') ?? '',
    element: name,
    cardinality: attributes.get('rcardinality')?.toLowerCase() ?? '',
    html: childrenOf(element, 'material').map(materialHtml).join(''),
    labels: render === undefined ? [] : labelsIn(render),
    fibType: render?.attributes.get('fibtype') ?? '',
  };
}

const findRender = (element: XmlElement): XmlElement | undefined =>
  childrenOf(element).find(({ name }) => name.startsWith('render_'));

const labelsIn = (element: XmlElement): { ident: string; html: string }[] =>
  childrenOf(element).flatMap((child) =>
    child.name === 'response_label'
      ? [{ ident: child.attributes.get('ident') ?? '', html: materialHtml(child).trim() }]
      : labelsIn(child),
  );
