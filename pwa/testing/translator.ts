/**
 * How a translator puts its wrapper in the place of a text. `beside`: before it, and then removes it. `instead`: in one
 * step. `around`: the text stays, in the wrapper.
 */
export const TRANSLATORS = ['beside', 'instead', 'around'] as const;
export type TranslatorKind = (typeof TRANSLATORS)[number];

/**
 * Does to the page what a translator does: wraps each text in elements of its own, also those that are added later.
 * The words stay the same, so that whatever a test expects on a screen, it expects of the translated screen too.
 * Returns a function that stops it.
 *
 * Without imports and outer variables, so that a browser test can run it in the page.
 */
export function startTranslator(kind: TranslatorKind): () => void {
  const untranslated = 'script, style, noscript, textarea, title, font, [translate="no"], [contenteditable]';
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) translate(node);
    observer.takeRecords();
  });

  function translate(node: Node): void {
    if (node.nodeType === Node.TEXT_NODE) translateText(node);
    if (node instanceof Element && node.closest(untranslated) !== null) return;
    for (const child of [...node.childNodes]) translate(child);
  }

  function translateText(text: Node): void {
    const parent = text.parentElement;
    if (parent === null || parent.closest(untranslated) !== null || text.textContent?.trim() === '') return;
    const outer = document.createElement('font');
    const inner = outer.appendChild(document.createElement('font'));
    outer.style.verticalAlign = 'inherit';
    inner.style.verticalAlign = 'inherit';
    if (kind !== 'around') inner.textContent = text.textContent;
    if (kind === 'instead') {
      parent.replaceChild(outer, text);
      return;
    }
    parent.insertBefore(outer, text);
    if (kind === 'around') inner.appendChild(text);
    else parent.removeChild(text);
  }

  translate(document);
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}
