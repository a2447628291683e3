import { fold } from '#schema/search/fold.ts';
import { findSpans } from './excerpt.ts';
import { stemOf } from './terms.ts';

/** The name of the highlighted term in the style sheet of lessons' texts. */
const HIGHLIGHT = 'found-word';

/**
 * Scrolls the first occurrence of a term to the middle of the screen and highlights it, if the browser can do
 * so without changing the text. Returns a function that removes the highlight.
 */
export function highlightTerm(article: HTMLElement, term: string): () => void {
  const range = findTerm(article, term);
  if (range === null) return () => {};
  const holder = range.startContainer.parentElement;
  for (let folded = holder?.closest('details'); folded; folded = folded.parentElement?.closest('details'))
    folded.open = true;
  holder?.scrollIntoView({ block: 'center' });
  if (!('highlights' in CSS)) return () => {};
  CSS.highlights.set(HIGHLIGHT, new Highlight(range));
  return () => {
    CSS.highlights.delete(HIGHLIGHT);
  };
}

/** Where a term of a search is in the displayed text of a lesson. */
export function findTerm(article: HTMLElement, term: string): Range | null {
  const { text, nodes } = readText(article);
  const [span] = findSpans(text, [stemOf(fold(term))]);
  if (span === undefined) return null;
  const range = document.createRange();
  const first = nodes.findLast(({ start }) => start <= span.from);
  const last = nodes.findLast(({ start }) => start < span.to);
  if (first === undefined || last === undefined) return null;
  range.setStart(first.node, span.from - first.start);
  range.setEnd(last.node, span.to - last.start);
  return range;
}

interface ShownText {
  readonly text: string;
  /** Its text nodes, and where they begin in it. */
  readonly nodes: readonly { readonly node: Node; readonly start: number }[];
}

/** Elements within a word; any other separates words. */
const WITHIN_TERMS = 'a,abbr,b,bdi,bdo,cite,code,del,em,i,ins,mark,rb,ruby,s,small,span,strong,sub,sup,u';

/** The text of a lesson without the readings above its characters. */
function readText(article: HTMLElement): ShownText {
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  const nodes: { node: Node; start: number }[] = [];
  let text = '';
  let block: Element | null = null;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement?.closest('rt, rp')) continue;
    const around = blockOf(node.parentElement);
    if (around !== block) text += ' ';
    block = around;
    nodes.push({ node, start: text.length });
    text += node.textContent ?? '';
  }
  return { text, nodes };
}

function blockOf(element: Element | null): Element | null {
  return element?.matches(WITHIN_TERMS) ? blockOf(element.parentElement) : element;
}
