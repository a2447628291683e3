import type { DOMWindow } from 'jsdom';

/** The browser interfaces that jsdom lacks, as far as the app uses them. None of them lays anything out. */
export function addMissingInterfaces(window: DOMWindow, locks: object): void {
  define(window.navigator, { locks, userAgent: 'test' });
  define(window, {
    matchMedia: () => new QuietMediaQuery(),
    scrollTo: () => undefined,
    ResizeObserver: QuietObserver,
    IntersectionObserver: QuietObserver,
    PerformanceNavigationTiming: class {},
    CSS: { escape: (text: string) => text.replace(/[^\w-]/g, (character) => `\\${character}`) },
  });
  nameSearchElements(window.document);
  define(window.Element.prototype, {
    scrollIntoView: () => undefined,
    getAnimations: () => [],
  });
  define(window.Range.prototype, {
    getClientRects: () => [],
    getBoundingClientRect: () => ({ top: 0, bottom: 0, left: 0, right: 0, width: 0, height: 0 }),
  });
  define(window.HTMLMediaElement.prototype, {
    play: async () => undefined,
    pause: () => undefined,
    load: () => undefined,
  });
  define(window.HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
      this.querySelector<HTMLElement>('[autofocus], button, input, select, textarea, a[href]')?.focus();
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
}

function define(target: object, members: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
  }
}

/** jsdom does not know the element `search`, and React reports elements that a browser does not know. */
function nameSearchElements(document: Document): void {
  const create = document.createElement.bind(document);
  define(document, {
    createElement(name: string, options?: ElementCreationOptions) {
      const element = create(name, options);
      if (name === 'search') Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' });
      return element;
    },
  });
}

/** A wide screen without preferences: no query matches. */
class QuietMediaQuery extends EventTarget {
  readonly matches = false;
}

/** Node's form data, which the server in this process accepts, read from a form of jsdom. */
export function formDataFor(window: DOMWindow): typeof FormData {
  const FormOfWindow = window.FormData;
  return class extends FormData {
    constructor(form?: HTMLFormElement) {
      super();
      if (form === undefined) return;
      for (const [name, value] of new FormOfWindow(form)) {
        if (typeof value === 'string') this.append(name, value);
      }
    }
  };
}

class QuietObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
