import type { DOMWindow } from 'jsdom';

/*
 * Queries by role, name and label ask jsdom for the computed style and the labels of every element, again after
 * each change of the document. jsdom matches all rules and walks the whole tree for each of them, which took half of
 * the time of the render tests. These replacements return the same values (quick-lookups.test.ts).
 */

/** Attributes that the rules of the browser's style sheet depend on. */
const STYLING = ['style', 'hidden', 'open', 'type', 'popover'];
/** The classes of the text editor whose rules set such a property; one depends on other elements. */
const STYLED_CLASS = /ProseMirror-(?:gapcursor|separator)/;
/** The properties that the queries read; the first is not inherited. */
const READ = ['display', 'visibility', 'pointer-events'] as const;

type Read = (typeof READ)[number];

/** Throws for another rule of the document: remembered styles would be wrong for its elements. */
function refuseOtherRules(sheet: CSSStyleSheet): void {
  const texts = [...sheet.cssRules].map(({ cssText }) => cssText);
  const styling = texts.filter((text) => /[{;\s](?:display|visibility|pointer-events):/.test(text));
  const other = styling.find((text) => !STYLED_CLASS.test(text) && !text.startsWith('@keyframes'));
  if (other !== undefined) throw new Error(`Quick lookups do not know this rule: ${other}`);
}

/** Computes the styles of elements with equal attributes once. */
export function rememberComputedStyles(window: DOMWindow): void {
  const { document } = window;
  const compute = window.getComputedStyle.bind(window);
  const remembered = new Map<string, ReadonlyMap<Read, string>>();
  let sheets = 0;

  /** The values without inheritance; undefined where the attributes alone do not determine them. */
  const valuesOf = (element: Element): ReadonlyMap<Read, string> | undefined => {
    const { localName } = element;
    // The first summary of its details differs from others.
    if (localName === 'summary' || STYLED_CLASS.test(element.getAttribute('class') ?? '')) return undefined;
    let key = localName;
    for (const name of STYLING) {
      const value = element.getAttribute(name);
      if (value !== null) key += `\0${name}\0${value}`;
    }
    const known = remembered.get(key);
    if (known !== undefined) return known;
    // A copy outside of the document inherits nothing.
    const copy = document.createElement(localName);
    for (const name of STYLING) {
      const value = element.getAttribute(name);
      if (value !== null) copy.setAttribute(name, value);
    }
    const style = compute(copy);
    const values = new Map(READ.map((name) => [name, style.getPropertyValue(name)]));
    remembered.set(key, values);
    return values;
  };

  const find = (element: Element, name: Read): string | undefined => {
    if (document.styleSheets.length !== sheets) {
      sheets = document.styleSheets.length;
      for (const sheet of document.styleSheets) refuseOtherRules(sheet);
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
  // An index into the list, and spreading it, look for an element of that name first.
  const labelAt = window.HTMLCollection.prototype.item.bind(labels);
  for (const name of LABELABLE) {
    const { prototype } = window[name];
    const original = Object.getOwnPropertyDescriptor(prototype, 'labels')?.get;
    if (original === undefined) throw new Error(`${name} has no labels`);
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get(this: HTMLInputElement) {
        if (!this.isConnected || this.type === 'hidden') return original.call(this);
        const { id } = this;
        const found: Element[] = [];
        for (let at = 0, label = labelAt(0); label !== null; label = labelAt(++at)) {
          const target = label.getAttribute('for');
          const isLabel =
            target === null
              ? label.contains(this) && Reflect.get(label, 'control') === this
              : target !== '' && target === id && document.getElementById(target) === this;
          if (isLabel) found.push(label);
        }
        return found;
      },
    });
  }
}

/** An attribute in brackets, with a value or without, which may be excluded. */
const CONDITION = /(:not\()?\[([a-z-]+)(?:="([^"\\]*)")?\]\)?/g;
/** One element by its name and attributes, such as `input[type="text"]:not([list])`. */
const SIMPLE = /^([a-z][a-z0-9]*)((?:\[[a-z-]+(?:="[^"\\]*")?\]|:not\(\[[a-z-]+(?:="[^"\\]*")?\]\))*)$/;

/**
 * Whether an element is of a name and has, or lacks, attributes; undefined where only jsdom knows, because HTML
 * compares some values without regard to case.
 */
type Matcher = (element: Element) => boolean | undefined;

function matcherOf(selector: string): Matcher | undefined {
  const [, localName, rest = ''] = SIMPLE.exec(selector) ?? [];
  if (localName === undefined) return undefined;
  const conditions = [...rest.matchAll(CONDITION)].map(([, not, name = '', value]) => {
    return { name, value, isWanted: not === undefined };
  });
  return (element) => {
    if (element.localName !== localName)
      return element.localName.toLowerCase() === localName ? undefined : false;
    for (const { name, value, isWanted } of conditions) {
      const actual = element.getAttribute(name);
      const isMet = value === undefined ? actual !== null : actual === value;
      if (!isMet && value !== undefined && actual?.toLowerCase() === value.toLowerCase()) return undefined;
      if (isMet !== isWanted) return false;
    }
    return true;
  };
}

/** Matches selectors of one element without jsdom's parser: a query asks each element for all that have a role. */
export function matchQuickly(window: DOMWindow): void {
  const { prototype } = window.Element;
  const { matches } = prototype;
  const matchers = new Map<string, Matcher | undefined>();
  Object.assign(prototype, {
    matches(this: Element, selector: string): boolean {
      if (!matchers.has(selector)) matchers.set(selector, matcherOf(selector));
      return matchers.get(selector)?.(this) ?? matches.call(this, selector);
    },
  });
}
