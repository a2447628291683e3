import { Observable, type Readable } from '#pwa/device/observable.ts';

/** A line in the middle of the window, where an opened record is scrolled to: what crosses it is in view. */
const AT_LINE: IntersectionObserverInit = { rootMargin: '-50% 0px -49% 0px' };

/**
 * Which part of the page is in view: a section, a module or a lesson. Outside of React's state, so that scrolling
 * renders only the two entries of the outline that change.
 */
export class InView {
  readonly #current = new Observable<string | null>(null);
  readonly #ids = new Map<Element, string>();
  readonly #atLine = new Set<Element>();
  #observer: IntersectionObserver | null = null;

  get current(): Readable<string | null> {
    return this.#current;
  }

  /** Returns a function that ends the observation. */
  observe(element: Element, id: string): () => void {
    this.#observer ??= new IntersectionObserver((entries) => this.#note(entries), AT_LINE);
    this.#ids.set(element, id);
    this.#observer.observe(element);
    return () => {
      this.#observer?.unobserve(element);
      this.#ids.delete(element);
      this.#atLine.delete(element);
    };
  }

  #note(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#atLine.add(target);
      else this.#atLine.delete(target);
    }
    // A lesson crosses the line together with its module: the innermost part counts. Between two parts nothing
    // crosses it, and the last one stays marked.
    const [first, ...others] = this.#atLine;
    if (first === undefined) return;
    const inner = others.reduce((found, one) => (found.contains(one) ? one : found), first);
    this.#current.set(this.#ids.get(inner) ?? null);
  }
}
