import { createRandom } from '#e2e/sync/testing/random.ts';
import type { RestoreIntent } from '#sync-server/epoch/restore-declaration.ts';
import { usesPostgres } from '#sync-server/testing/postgres/test-database.ts';
import { drawVersions, type Versions } from '../versions/draw-versions.ts';

/**
 * What an operator restores: the database alone, as `carrel restore` does; with the watermark beside it, or the
 * whole folder, after which only devices know that it was restored. The watermark may also be lost.
 */
export const RESTORE_EXTENTS = ['database', 'withWatermark', 'wholeFolder', 'withoutWatermark'] as const;
export type RestoreExtent = (typeof RESTORE_EXTENTS)[number];

/** What is special in some of the runs, by seed: most have nothing of it. */
export interface Circumstances extends Versions {
  /** The app's own loops send and pull, on the simulated clock; the schedule itself does not. */
  readonly hasLoops: boolean;
  /** Admins also type without saving. */
  readonly hasDrafts: boolean;
  /** Learners mostly answer, on two devices of one of them, and admins edit what they answer. */
  readonly hasQuizzes: boolean;
  /** Null: at most the database alone is restored, rarely, and without a word of the operator. */
  readonly restores: {
    readonly extent: RestoreExtent;
    /** Null: the operator says nothing. */
    readonly intent: RestoreIntent | null;
  } | null;
  /** The disk of the server is full now and then. */
  readonly serverDisk: 'small' | null;
  /** Days and months pass, and what has expired is removed. Nothing is restored. */
  readonly housekeeping: 'daily' | null;
  /** Browsers delete all databases of a device now and then. Nothing is restored. */
  readonly lostStores: 'some' | null;
  /** People sign up, in and out, change passwords and roles. Nothing is restored. */
  readonly accounts: 'several' | null;
  /** Lessons are long, so that pages of a pull and batches are divided by their size. */
  readonly largeTexts: 'some' | null;
  /** Every connection has a speed, and breaks or goes silent in the middle of bodies. Only with the loops; lessons are long. */
  readonly slowConnections: Speed | null;
}

/** The speed of a connection. */
export interface Speed {
  readonly bytesPerMs: number;
  /** From the request to the first byte. */
  readonly latencyMs: number;
}

/** 16, 64 and 256 kbit/s. */
const SPEEDS: readonly Speed[] = [
  { bytesPerMs: 2, latencyMs: 2_000 },
  { bytesPerMs: 8, latencyMs: 800 },
  { bytesPerMs: 32, latencyMs: 200 },
];
/** Of the runs with loops. */
const SLOW_EVERY = 8;

/** In some runs the first device has a second tab. Some of them let the app's own loops run. */
export const hasTwoTabs = (seed: number) => seed % 20 === 11 || seed % 40 === 25;

/** Drawn apart from the schedule, so those of other seeds do not change. */
export function drawCircumstances(seed: number): Circumstances {
  const random = createRandom(seed ^ 0x5eed);
  const hasLoops = seed % 20 === 5;
  // One at a time, and none beside the loops.
  let isRare = hasLoops;
  const once = <T>(every: number, value: () => T) => {
    const drawn = value();
    if (random.below(every) > 0 || isRare) return null;
    isRare = true;
    return drawn;
  };
  const rare = {
    restores: once(32, () => ({
      extent: random.pick(RESTORE_EXTENTS),
      intent: random.pick([null, null, 'keep', 'discard'] as const),
    })),
    serverDisk: once(32, () => 'small' as const),
    housekeeping: once(32, () => 'daily' as const),
  };
  const versions = drawVersions(seed, { isPossible: !isRare });
  isRare ||= Object.values(versions).some((version) => version !== null);
  const lostStores = once(128, () => 'some' as const);
  // One person uses both tabs.
  isRare ||= hasTwoTabs(seed);
  const accounts = once(128, () => 'several' as const);
  const largeTexts = once(128, () => 'some' as const);
  const slowConnections = hasLoops && random.below(SLOW_EVERY) === 0 ? random.pick(SPEEDS) : null;
  const others = { lostStores, accounts, largeTexts, slowConnections };
  const drawn = {
    hasLoops,
    hasDrafts: seed % 4 === 2,
    hasQuizzes: seed % 4 === 3,
    ...rare,
    ...versions,
    ...others,
  };
  return usesPostgres() ? { ...drawn, ...ONLY_SQLITE } : drawn;
}

/**
 * Not on PostgreSQL: the disk of a database file, and the simulated clock of the loops, which would pass by
 * while a reply of the database is under way.
 */
const ONLY_SQLITE = { hasLoops: false, slowConnections: null, serverDisk: null } as const;
