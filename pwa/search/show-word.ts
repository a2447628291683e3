import { wholeWordAt } from './excerpt.ts';
import { fold } from './fold.ts';

/** What the style sheet of lessons' texts calls a word that was looked for. */
const HIGHLIGHT = 'found-word';

/**
 * Brings the first place of a word into the middle of the screen and marks it, where the browser can mark
 * without changing the text. Returns the way to take the mark away.
 */
export function showWord(article: HTMLElement, word: string): () => void {
  const range = findWord(article, fold(word));
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

function findWord(article: HTMLElement, folded: string): Range | null {
  const texts = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const at = wholeWordAt(fold(text.textContent ?? ''), folded);
    if (at === -1) continue;
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + folded.length);
    return range;
  }
  return null;
}
