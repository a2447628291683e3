/** A difference between what React has rendered into an element and what the page shows there. */
export interface Lie {
  readonly rendered: string;
  readonly shown: string;
}

/**
 * Compares the texts of the page with React's own tree: after a translator that keeps the words, both must be equal.
 * Elements without React's children, such as a lesson's text, are not compared.
 *
 * Without imports and outer names, so that a browser test can run it in the page.
 */
export function findLies(): Lie[] {
  const TEXT = 6;
  const PORTAL = 4;
  const lies: Lie[] = [];

  const get = (object: unknown, name: string): unknown =>
    object instanceof Object ? Reflect.get(object, name) : undefined;

  /** The text that the page must show for a fiber, without portals, which show it elsewhere. */
  function read(fiber: unknown): string {
    const node = get(fiber, 'stateNode');
    const props = get(fiber, 'memoizedProps');
    if (get(fiber, 'tag') === TEXT) return String(props);
    const isPortal = get(fiber, 'tag') === PORTAL;
    const child = get(fiber, 'child');
    if (!(node instanceof Element) || isPortal) {
      const text = readAll(child);
      return isPortal ? '' : text;
    }
    const only = get(props, 'children');
    if (!child && typeof only !== 'string' && typeof only !== 'number') return node.textContent ?? '';
    const before = lies.length;
    const rendered = child ? readAll(child) : String(only);
    const shown = node.textContent ?? '';
    if (rendered !== shown && lies.length === before && node.localName !== 'textarea')
      lies.push({ rendered, shown });
    return shown;
  }

  function readAll(first: unknown): string {
    let text = '';
    for (let fiber = first; fiber instanceof Object; fiber = get(fiber, 'sibling')) text += read(fiber);
    return text;
  }

  for (const element of document.querySelectorAll('*')) {
    const key = Object.keys(element).find((name) => name.startsWith('__reactContainer$'));
    // React has two trees, and shows the one that the root names.
    if (key !== undefined) readAll(get(get(get(get(element, key), 'stateNode'), 'current'), 'child'));
  }
  return lies;
}
