import { createRandom } from '#e2e/sync/testing/random.ts';

/** One seed in so many has each of them. */
const KINDS = 64;

/** Several versions of the product in a run. The app and the upgraded server are of a made-up next one. */
export interface Versions {
  /** A page of a released version works on one device; the next page upgrades its store. */
  readonly olderStore: 'released' | null;
  /**
   * On one device a tab of a released version and a current one are open at once. The older one closes its connection
   * for the newer one, and opens the upgraded store again; or keeps it until the tab is closed, as a frozen one does.
   */
  readonly olderTab: 'yielding' | 'frozen' | null;
  /** The server is upgraded in the middle of the run. */
  readonly olderServer: 'released' | null;
}

/** Drawn apart from the schedule and from its other circumstances. */
export function drawVersions(seed: number, { isPossible }: { readonly isPossible: boolean }): Versions {
  const random = createRandom(seed ^ 0x01dba5e);
  const drawn = random.below(KINDS);
  const kind = isPossible ? drawn : null;
  return {
    olderStore: kind === 0 ? 'released' : null,
    olderTab: kind === 1 ? random.pick(['yielding', 'frozen'] as const) : null,
    olderServer: kind === 2 ? 'released' : null,
  };
}
