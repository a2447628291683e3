import { createContext } from 'react';

/** One visit of a page. The first heading that appears in it takes the focus, once. */
export class PageVisit {
  /** The page stays and only its content changes, so the pressed element stays too and has the focus. */
  readonly isInPlace: boolean;
  #isClaimed: boolean;

  /** The first page of a tab starts claimed, because the browser itself starts reading at the top. */
  constructor(isFirst: boolean, { isInPlace = false } = {}) {
    this.#isClaimed = isFirst;
    this.isInPlace = isInPlace;
  }

  /** Returns true only to the first caller of this visit. */
  claim(): boolean {
    const wasFree = !this.#isClaimed;
    this.#isClaimed = true;
    return wasFree;
  }
}

/** The router provides a new visit for every new path. */
export const PageVisitContext = createContext(new PageVisit(true));
