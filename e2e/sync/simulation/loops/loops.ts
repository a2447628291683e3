import { Timers } from '../machines/timers.ts';
import type { Member, SimulationRun } from '../run/simulation-run.ts';
import { ticks } from '../run/unreliable-fetch.ts';

/** Turns of the event loop in which a device does all that it does without a request. */
const QUIET_TICKS = 40;

/** A request as it leaves a device. */
export interface Departure {
  readonly device: string;
  readonly path: string;
  readonly keys: readonly string[];
  readonly atMs: number;
}

/** The slow connection of a device, as the end of a run uses it. */
export interface CheckedConnection {
  /** From now on it carries everything at once. Nothing may be under way. */
  lift(): void;
  /** Whether a request waits for a piece for longer than this. */
  isSilentFor(ms: number): boolean;
}

/** A page that runs the app's own loops. */
interface Page {
  /** Ends its loops. */
  stop(): void;
  /** From now on, what it writes is not noted. */
  unwatch(): void;
}

/**
 * A run in which every device runs the app's own loops: the schedule changes the time, the network and what
 * users do, and never sends or pulls itself.
 */
export class Loops {
  /** Timers of the server's event streams. */
  readonly timers = new Timers();
  readonly departures: Departure[] = [];
  /** Devices without a network. */
  readonly offline = new Set<string>();
  /** Empty in most runs. */
  readonly connections: CheckedConnection[] = [];
  /** The open page of each member. */
  readonly pages = new Map<Member, Page>();
  /** Sends an event to each open stream. */
  readonly streams = new Set<() => void>();
  /** When a command may be sent again at the earliest, by device and key. */
  readonly retryAt = new Map<string, number>();
  /** Until when a command can be undone, by its id, in world time. */
  readonly heldUntil = new Map<string, number>();
  /** Each timer waits until the requests that it caused have ended. */
  isCalm = false;
  /** Requests at the server. */
  underWay = 0;

  /** Resolves when no request is at the server and none has begun for a while. */
  async untilQuiet(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TICKS; quiet += 1) {
      await ticks(1);
      if (this.underWay > 0) quiet = 0;
    }
  }
}

const loopsOfRuns = new WeakMap<SimulationRun, Loops>();

/** The loops of a run; null if the schedule sends and pulls itself. */
export function findLoops(run: SimulationRun): Loops | null {
  return loopsOfRuns.get(run) ?? null;
}

export function createLoops(run: SimulationRun): Loops {
  const loops = new Loops();
  loopsOfRuns.set(run, loops);
  return loops;
}
