import { inBackground } from '#pwa/store/database/in-background.ts';
import type { ExtendLock } from '#pwa/store/database/lock.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import type { Command } from '#schema/commands/all-commands.ts';
import { createLoop, type Loop } from '../loop.ts';
import type { EarlyDrain } from '../outbox/signal.ts';
import { findIdentity } from '../status/identity.ts';
import { withReplayLock } from './lock.ts';
import { type DrainResult, drain, realPorts } from './replay.ts';
import type { Claim } from './schedule/claim.ts';

/** While anything waits, the outbox is checked this often as a fallback. */
const LONGEST_SLEEP_MS = 60_000;

export interface Engine extends Loop {
  /** Begins a drain whose first command is just being stored; null if this tab drains already, or has no session. */
  begin(userId: string): EarlyDrain | null;
}

/**
 * The loop of the drains. A restart takes the lock from a drain that hangs, here or in another tab; if that goes on after
 * all, receipts make two replayers harmless.
 */
export function createEngine(onAcknowledged: (command: Command) => void): Engine {
  let early: Early | undefined;

  const loop = createLoop(
    async (call) => {
      const isStealing = call === 'restart';
      const options = { isEager: isStealing || call === 'eager', isStealing, onAcknowledged, ...early };
      early = undefined;
      const result = await drainNow(options);
      // Null: another tab has the lock.
      if (result === null || result.end === 'stopped') return {};
      if (result.end === 'blocked') return { isBlocked: true };
      return result.nextDueMs === null ? null : result.nextDueMs - Date.now();
    },
    { longestMs: LONGEST_SLEEP_MS },
  );

  const begin = (userId: string): EarlyDrain | null => {
    if (!loop.isIdle() || findIdentity()?.userId !== userId) return null;
    let isLeading = false;
    let proceed = (_: Claim | null) => {};
    const firstClaim = new Promise<Claim | null>((resolve) => {
      proceed = resolve;
    });
    const onLead = () => {
      isLeading = true;
    };
    early = { firstClaim, onLead };
    void loop.run();
    return { isLeading: () => isLeading, proceed };
  };

  return { ...loop, begin };
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
  const work = (extendLock: ExtendLock) => {
    onLead?.();
    return drain(store, { ...realPorts, ...ports, extendLock });
  };
  return withReplayLock(store, work, { isStealing });
}
