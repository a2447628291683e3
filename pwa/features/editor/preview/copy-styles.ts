const STYLES = 'link[rel="stylesheet"], style';

/**
 * Gives an empty document of a frame the styles of this one, also those of parts that are loaded later, and the
 * attributes of its root: language, direction and reading settings. Returns a function that stops it.
 *
 * @param onApplied called when the first styles apply
 */
export function copyStyles(inner: Document, onApplied: () => void): () => void {
  const copyAttributes = () => {
    for (const { name, value } of document.documentElement.attributes)
      inner.documentElement.setAttribute(name, value);
  };
  copyAttributes();
  const settings = new MutationObserver(copyAttributes);
  settings.observe(document.documentElement, { attributes: true });
  const add = (style: Node) => {
    const copy = inner.importNode(style, true);
    const isLoaded = new Promise<void>((resolve) => {
      if (copy.nodeName !== 'LINK') return resolve();
      copy.addEventListener('load', () => resolve());
      copy.addEventListener('error', () => resolve());
    });
    inner.head.append(copy);
    return isLoaded;
  };
  const later = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof Element && node.matches(STYLES)) void add(node);
  });
  later.observe(document.head, { childList: true });
  copyConstructed(inner);
  let isStopped = false;
  void Promise.all([...document.querySelectorAll(STYLES)].map(add)).then(() => {
    if (!isStopped) onApplied();
  });
  return () => {
    isStopped = true;
    later.disconnect();
    settings.disconnect();
  };
}

/** Copies the colours of the school (device/site.ts): a constructed style sheet applies in its own document only. */
function copyConstructed(inner: Document): void {
  const { CSSStyleSheet: InnerSheet } = inner.defaultView ?? {};
  if (InnerSheet === undefined || !('adoptedStyleSheets' in document)) return;
  inner.adoptedStyleSheets = document.adoptedStyleSheets.map(({ cssRules }) => {
    const sheet = new InnerSheet();
    sheet.replaceSync([...cssRules].map(({ cssText }) => cssText).join(''));
    return sheet;
  });
}
