import { inBackground } from '#pwa/store/database/in-background.ts';
import type { ExtendLock } from '#pwa/store/database/lock.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import type { Command } from '#schema/commands/all-commands.ts';
import type { EarlyDrain, ReplayCall } from '../outbox/signal.ts';
import { findIdentity } from '../status/identity.ts';
import { withReplayLock } from './lock.ts';
import { type DrainResult, drain, realPorts } from './replay.ts';
import { attemptsOf, backoffMs } from './schedule/backoff.ts';
import type { Claim } from './schedule/claim.ts';

/** While anything waits, the outbox is checked this often as a fallback. */
const LONGEST_SLEEP_MS = 60_000;
const SHORTEST_SLEEP_MS = 250;

export interface Engine {
  /** Drains the outbox; a call during a drain is followed by one more. Resolves when idle. */
  run(call: ReplayCall): Promise<void>;
  /**
   * As {@link run}, without waiting for a drain that hangs here or in another tab: takes the lead from its
   * owner. If that drain continues after all, receipts make two replayers harmless.
   */
  restart(): Promise<void>;
  /** Begins a drain whose first command is just being stored; null if this tab drains already, or has no session. */
  begin(userId: string): EarlyDrain | null;
  isDraining(): boolean;
  /** Resolves when no drain is under way. */
  untilRest(): Promise<void>;
  stop(): void;
}

/**
 * Turns replay requests into drains, one at a time, and schedules the next one for what waits:
 *
 *   resting ──run──> draining ──drained──> resting (timer at the next due time, at most 60 s)
 *      ^ └─────stopped──> resting (timer by backoff, growing with every stop)
 *      └──── timer ──────┘
 */
export function createEngine(onAcknowledged: (command: Command) => void): Engine {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let resting: Promise<void> | null = null;
  let next: ReplayCall | null = null;
  let stops = 0;
  let isStopped = false;
  let isRestarted = false;

  const sleep = (ms: number) => {
    clearTimeout(timer);
    const bounded = Math.min(LONGEST_SLEEP_MS, Math.max(SHORTEST_SLEEP_MS, ms));
    if (!isStopped) timer = setTimeout(() => void run('ordinary'), bounded);
  };

  const drainOnce = async (call: ReplayCall, early?: Early): Promise<void> => {
    const isStealing = isRestarted;
    isRestarted = false;
    const options = { isEager: call === 'eager', isStealing, onAcknowledged, ...early };
    const result = await drainNow(options).catch(() => null);
    // Null: another tab has the lead, or the store failed; retry with growing delays in both cases.
    const isBlocked = result?.end === 'blocked';
    if (result === null || result.end === 'stopped' || isBlocked) {
      return sleep(backoffMs(attemptsOf(++stops, isBlocked), Math.random()));
    }
    stops = 0;
    if (result.nextDueMs !== null) sleep(result.nextDueMs - Date.now());
  };

  const drainUntilQuiet = async (early?: Early) => {
    clearTimeout(timer);
    if (early !== undefined) await drainOnce('ordinary', early);
    for (let call = next; call !== null && !isStopped; call = next) {
      next = null;
      await drainOnce(call);
    }
  };

  const start = (early?: Early): Promise<void> => {
    const drained = drainUntilQuiet(early).finally(() => {
      if (resting === drained) resting = null;
    });
    resting = drained;
    return drained;
  };

  const run = (call: ReplayCall): Promise<void> => {
    if (isStopped) return Promise.resolve();
    next = call === 'eager' ? call : (next ?? call);
    return resting ?? start();
  };

  const begin = (userId: string): EarlyDrain | null => {
    if (isStopped || resting !== null || findIdentity()?.userId !== userId) return null;
    let isLeading = false;
    let proceed = (_: Claim | null) => {};
    const firstClaim = new Promise<Claim | null>((resolve) => {
      proceed = resolve;
    });
    const onLead = () => {
      isLeading = true;
    };
    void start({ firstClaim, onLead });
    return { isLeading: () => isLeading, proceed };
  };

  return {
    run,
    begin,
    restart: () => {
      resting = null;
      isRestarted = true;
      return run('eager');
    },
    isDraining: () => resting !== null,
    untilRest: () => resting ?? Promise.resolve(),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** The options of a drain that begins before its first command is stored. */
interface Early {
  readonly firstClaim: Promise<Claim | null>;
  readonly onLead: () => void;
}

interface DrainOptions extends Partial<Early> {
  readonly isEager: boolean;
  readonly isStealing: boolean;
  readonly onAcknowledged: (command: Command) => void;
}

async function drainNow({ isStealing, onLead, ...ports }: DrainOptions): Promise<DrainResult | null> {
  const identity = findIdentity();
  if (identity === null) return { end: 'noIdentity', nextDueMs: null };
  const store = inBackground(openPrivateStore(identity.userId));
  const lead = (extendLock: ExtendLock) => {
    onLead?.();
    return drain(store, { ...realPorts, ...ports, extendLock });
  };
  return withReplayLock(store, lead, { isStealing });
}
