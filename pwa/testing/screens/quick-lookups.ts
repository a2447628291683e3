import type { DOMWindow } from 'jsdom';

/*
 * Queries by role, name and label ask jsdom for the computed style and the labels of every element, again after
 * each change of the document. jsdom matches all rules and walks the whole tree for each of them, which took half of
 * the time of the render tests. These replacements return the same values (quick-lookups.test.tsx).
 */

/** Attributes that the rules of the browser's style sheet and of the text editor's depend on. */
const STYLING = ['class', 'style', 'hidden', 'open', 'type', 'popover'];
/** Elements whose style depends on other elements: the first summary of its details, parts of the text editor. */
const DEPENDENT = /^summary|ProseMirror/;
/** The properties that the queries read; the first is not inherited. */
const READ = ['display', 'visibility', 'pointer-events'] as const;

type Read = (typeof READ)[number];

/** Computes the styles of elements with equal attributes once. */
export function rememberComputedStyles(window: DOMWindow): void {
  const { document } = window;
  const compute = window.getComputedStyle.bind(window);
  const remembered = new Map<string, ReadonlyMap<Read, string>>();
  let sheets = 0;

  /** The values without inheritance; undefined where the attributes alone do not determine them. */
  const valuesOf = (element: Element): ReadonlyMap<Read, string> | undefined => {
    const styling = STYLING.filter((name) => element.hasAttribute(name));
    const attributes = styling.map((name) => [name, element.getAttribute(name) ?? ''] as const);
    const key = `${element.localName} ${JSON.stringify(attributes)}`;
    if (DEPENDENT.test(key)) return undefined;
    const known = remembered.get(key);
    if (known !== undefined) return known;
    // A copy outside of the document inherits nothing.
    const copy = document.createElement(element.localName);
    for (const [name, value] of attributes) copy.setAttribute(name, value);
    const style = compute(copy);
    const values = new Map(READ.map((name) => [name, style.getPropertyValue(name)]));
    remembered.set(key, values);
    return values;
  };

  const find = (element: Element, name: Read): string | undefined => {
    if (document.styleSheets.length !== sheets) {
      sheets = document.styleSheets.length;
      remembered.clear();
    }
    if (name === 'display') return valuesOf(element)?.get(name);
    // Only where no ancestor declares another value; jsdom resolves all others.
    const initial = valuesOf(document.documentElement)?.get(name);
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      if (valuesOf(at)?.get(name) !== initial) return undefined;
    }
    return initial;
  };

  window.getComputedStyle = (element, pseudo) =>
    pseudo ? compute(element, pseudo) : declarationOf(element, find, () => compute(element));
}

/** A declaration that computes itself only when another property is read. */
function declarationOf(
  element: Element,
  find: (element: Element, name: Read) => string | undefined,
  compute: () => CSSStyleDeclaration,
): CSSStyleDeclaration {
  let whole: CSSStyleDeclaration | undefined;
  const computed = () => {
    whole ??= compute();
    return whole;
  };
  const read = (name: string): string => {
    const known = READ.find((one) => one === name);
    return (known && find(element, known)) ?? computed().getPropertyValue(name);
  };
  const target: CSSStyleDeclaration = Object.create(null);
  return new Proxy(target, {
    get(_, property) {
      if (property === 'getPropertyValue') return read;
      if (property === 'display' || property === 'visibility') return read(property);
      if (property === 'pointerEvents') return read('pointer-events');
      const value: unknown = Reflect.get(computed(), property);
      return typeof value === 'function' ? value.bind(whole) : value;
    },
  });
}

const LABELABLE = [
  'HTMLButtonElement',
  'HTMLInputElement',
  'HTMLMeterElement',
  'HTMLOutputElement',
  'HTMLProgressElement',
  'HTMLSelectElement',
  'HTMLTextAreaElement',
] as const;

/** Finds the labels of a field among the labels of the document instead of among all nodes. */
export function findLabelsQuickly(window: DOMWindow): void {
  const { document } = window;
  const labels = document.getElementsByTagName('label');
  for (const name of LABELABLE) {
    const { prototype } = window[name];
    const original = Object.getOwnPropertyDescriptor(prototype, 'labels')?.get;
    if (original === undefined) throw new Error(`${name} has no labels`);
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get(this: HTMLInputElement) {
        if (!this.isConnected || this.type === 'hidden') return original.call(this);
        return [...labels].filter((label) => {
          const target = label.getAttribute('for');
          if (target === null) return label.contains(this) && label.control === this;
          return target !== '' && target === this.id && document.getElementById(target) === this;
        });
      },
    });
  }
}
