import { createRandom } from '#e2e/sync/testing/random.ts';
import { releasedVersions } from '#pwa/testing/released-stores.ts';

/** One seed in so many has each of them. */
const KINDS = 64;

/**
 * A tab of a released version that is still open: it closes its connection for a newer tab, and opens the upgraded store
 * again; or keeps it until the tab is closed, as a frozen one does.
 */
export interface OlderTab {
  /** Of the store. */
  readonly version: number;
  readonly isYielding: boolean;
}

/** Several versions of the product in a run. The app and the upgraded server are of a made-up next one. */
export interface Versions {
  /** A page of a released version of the store works on one device; the next page upgrades its store. */
  readonly olderStore: number | null;
  /** On one device a tab of a released version and a current one are open at once. */
  readonly olderTab: OlderTab | null;
  /** The server is upgraded in the middle of the run. */
  readonly olderServer: 'released' | null;
}

/** Drawn apart from the schedule and from its other circumstances. */
export function drawVersions(seed: number, { isPossible }: { readonly isPossible: boolean }): Versions {
  const random = createRandom(seed ^ 0x01dba5e);
  const drawn = random.below(KINDS);
  const kind = isPossible ? drawn : null;
  const version = random.pick(releasedVersions);
  return {
    olderStore: kind === 0 ? version : null,
    olderTab: kind === 1 ? { version, isYielding: random.below(2) > 0 } : null,
    olderServer: kind === 2 ? 'released' : null,
  };
}
