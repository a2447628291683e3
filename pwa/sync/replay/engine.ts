import { inBackground } from '#pwa/store/database/in-background.ts';
import type { ExtendLock } from '#pwa/store/database/lock.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import type { Command } from '#schema/commands/all-commands.ts';
import { createLoop, type Loop } from '../loop.ts';
import { findIdentity } from '../status/identity.ts';
import { withReplayLock } from './lock.ts';
import { type DrainResult, drain, realPorts } from './replay.ts';

/** While anything waits, the outbox is checked this often as a fallback. */
const LONGEST_SLEEP_MS = 60_000;

/**
 * The loop of the drains. A restart takes the lock from a drain that hangs, here or in another tab; if that goes on after
 * all, receipts make two replayers harmless.
 */
export function createEngine(onAcknowledged: (command: Command) => void): Loop {
  return createLoop(
    async (call) => {
      const isStealing = call === 'restart';
      const result = await drainNow({ isEager: isStealing || call === 'eager', isStealing, onAcknowledged });
      // Null: another tab has the lock.
      if (result === null || result.end === 'stopped') return {};
      if (result.end === 'blocked') return { isBlocked: true };
      return result.nextDueMs === null ? null : result.nextDueMs - Date.now();
    },
    { longestMs: LONGEST_SLEEP_MS },
  );
}

interface DrainOptions {
  readonly isEager: boolean;
  readonly isStealing: boolean;
  readonly onAcknowledged: (command: Command) => void;
}

async function drainNow({ isStealing, ...ports }: DrainOptions): Promise<DrainResult | null> {
  const identity = findIdentity();
  if (identity === null) return { end: 'noIdentity', nextDueMs: null };
  const store = inBackground(openPrivateStore(identity.userId));
  const work = (extendLock: ExtendLock) => drain(store, { ...realPorts, ...ports, extendLock });
  return withReplayLock(store, work, { isStealing });
}
