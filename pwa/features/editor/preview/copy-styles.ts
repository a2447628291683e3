const STYLES = 'link[rel="stylesheet"], style';

/**
 * Gives an empty document of a frame the language, direction and styles of this one, also those of parts that
 * are loaded later. Returns a function that stops it.
 *
 * @param onApplied called when the first styles apply
 */
export function copyStyles(inner: Document, onApplied: () => void): () => void {
  const { lang, dir } = document.documentElement;
  Object.assign(inner.documentElement, { lang, dir });
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
  let isStopped = false;
  void Promise.all([...document.querySelectorAll(STYLES)].map(add)).then(() => {
    if (!isStopped) onApplied();
  });
  return () => {
    isStopped = true;
    later.disconnect();
  };
}
