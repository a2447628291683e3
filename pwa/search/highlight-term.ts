import { indexOfWholeTerm } from './excerpt.ts';
import { fold } from './fold.ts';

/** The name of the highlighted term in the style sheet of lessons' texts. */
const HIGHLIGHT = 'found-word';

/**
 * Scrolls the first occurrence of a term to the middle of the screen and highlights it, if the browser can do
 * so without changing the text. Returns a function that removes the highlight.
 */
export function highlightTerm(article: HTMLElement, term: string): () => void {
  const range = findTerm(article, fold(term));
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

function findTerm(article: HTMLElement, folded: string): Range | null {
  const texts = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const at = indexOfWholeTerm(fold(text.textContent ?? ''), folded);
    if (at === -1) continue;
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + folded.length);
    return range;
  }
  return null;
}
