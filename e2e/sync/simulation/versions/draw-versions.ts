import { createRandom } from '#e2e/sync/testing/random.ts';

/** Stores that had the tables of the editor: an admin's edits fit in none before. */
const STORES_OF_ADMINS = [3, 4, 5] as const;
const STORES = [1, 2, ...STORES_OF_ADMINS] as const;
/** Databases of servers that had sessions and a history. */
const RELEASES = [
  ...['008-sessions', '009-second-factors', '010-networks-and-requests'],
  ...['011-runs-and-restores', '012-smaller-history', '013-size'],
];

/** One seed in so many has each of them. */
const KINDS = 64;

/** An earlier version of the device's store, by the role of its user. */
export interface OlderStore {
  readonly ofLearner: number;
  readonly ofAdmin: number;
}

/**
 * A tab of that version that is still open: it closes its connection for a newer tab, and opens the upgraded store
 * again; or keeps it until the tab is closed, as a frozen one does.
 */
export interface OlderTab extends OlderStore {
  readonly isYielding: boolean;
}

/** Earlier versions of the product in a run. */
export interface Versions {
  /** A page of an earlier version works on one device; the next page upgrades its store. */
  readonly olderStore: OlderStore | null;
  /** On one device a tab of an earlier version and a current one are open at once. */
  readonly olderTab: OlderTab | null;
  /** The server's last migration before its upgrade in the middle of the run. */
  readonly olderServer: string | null;
}

/** Drawn apart from the schedule and from its other circumstances. */
export function drawVersions(seed: number, { isPossible }: { readonly isPossible: boolean }): Versions {
  const random = createRandom(seed ^ 0x01dba5e);
  const drawn = random.below(KINDS);
  const kind = isPossible ? drawn : null;
  const store = { ofLearner: random.pick(STORES), ofAdmin: random.pick(STORES_OF_ADMINS) };
  return {
    olderStore: kind === 0 ? store : null,
    olderTab: kind === 1 ? { ...store, isYielding: random.below(2) > 0 } : null,
    olderServer: kind === 2 ? random.pick(RELEASES) : null,
  };
}
