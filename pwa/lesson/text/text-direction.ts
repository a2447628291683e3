/** The scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}\p{sc=Rohg}\p{sc=Samr}\p{sc=Mand}]/u;
const LETTER = /\p{L}/u;

/** Whether the first letter of a text is one of a script that is written from right to left. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(LETTER.exec(text)?.[0] ?? '');
}

/** Blocks around others, which each have the direction of their own text. */
const HOLDERS = new Set(['blockquote', 'dd', 'details', 'div', 'figure']);
const BLOCKS = new Set('p h2 h3 h4 h5 h6 ul ol dl table pre summary figcaption'.split(' '));

/**
 * Gives the blocks of a lesson the direction of their text, where the author gave none. A list or table has one
 * direction: its marks and columns are on one side. `dir="auto"` does not do it, because it skips what is in elements with
 * a direction, and so finds nothing in a quote of such paragraphs.
 */
export function directBlocks(parent: ParentNode, inherited: 'ltr' | 'rtl' = 'ltr'): void {
  for (const block of parent.children) {
    const isHolder = HOLDERS.has(block.localName);
    if (!(isHolder || BLOCKS.has(block.localName)) || block.hasAttribute('dir')) continue;
    const own = isRightToLeft(block.textContent ?? '') ? 'rtl' : 'ltr';
    if (own !== inherited) block.setAttribute('dir', own);
    if (isHolder) directBlocks(block, own);
  }
}
