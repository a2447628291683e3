import { createContext } from 'react';

/** One visit of a page. The first heading that appears in it takes the focus, once. */
export class PageVisit {
  #isClaimed: boolean;

  /** The first page of a tab is born claimed: the browser starts reading at the top by itself. */
  constructor(isFirst: boolean) {
    this.#isClaimed = isFirst;
  }

  /** True for the first caller of this visit. */
  claim(): boolean {
    const wasFree = !this.#isClaimed;
    this.#isClaimed = true;
    return wasFree;
  }
}

/** Whoever routes provides a new visit for every new path. */
export const PageVisitContext = createContext(new PageVisit(true));
