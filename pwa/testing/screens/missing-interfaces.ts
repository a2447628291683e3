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
  });
  define(window.Element.prototype, {
    scrollIntoView: () => undefined,
    getAnimations: () => [],
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

/** A wide screen without preferences: no query matches. */
class QuietMediaQuery extends EventTarget {
  readonly matches = false;
}

class QuietObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
