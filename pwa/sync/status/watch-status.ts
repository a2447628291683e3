import { readToken } from '#pwa/api/token.ts';
import { findLastAck } from '#pwa/store/account/acknowledged/acknowledged.ts';
import { recallUnsent } from '#pwa/store/account/canary-note.ts';
import { countDraftsOfStore } from '#pwa/store/account/drafts.ts';
import type { OutboxRow, OutboxState } from '#pwa/store/account/outbox.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import { readKnownUser } from '#pwa/store/database/known-user.ts';
import { watchPaced } from '#pwa/store/database/live.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { online } from './connectivity.ts';
import { isIntercepted } from './doubt.ts';
import { describeStatus, NO_COUNTS, type OutboxCounts, setSyncStatus } from './status.ts';

let counts: OutboxCounts = NO_COUNTS;
/** Null until they are counted. */
let drafts: number | null = null;
let refused: readonly OutboxRow[] = [];
const attended = new Map<string, number>();
/** Discarded on this page; the last count may still contain them, since a long outbox is counted at intervals. */
const discarded = new Set<string>();
let lost = 0;
let isStuck = false;
let stopWatching: (() => void) | null = null;

/** Counts the current user's outbox on every tab's changes; call it again for another user. */
export function watchStatus(lostCommands: number): void {
  unwatchStatus();
  const user = readKnownUser();
  counts = { ...NO_COUNTS, unsent: user === null ? 0 : recallUnsent(user.id) };
  refused = [];
  drafts = null;
  lost = lostCommands;
  if (user === null) {
    publishStatus();
    return;
  }
  // The user has signed out or the store failed; the next start of the watch counts again.
  const error = () => undefined;
  const stopOutbox = watchPaced(countOutbox, {
    next: (next) => {
      counts = next?.counts ?? NO_COUNTS;
      refused = next?.refused ?? [];
      publishStatus();
    },
    error,
  });
  // On its own: every keystroke in the editor writes a draft, and the outbox may be long.
  const stopDrafts = watchPaced(countDraftsOfStore, {
    next: (next) => {
      drafts = next ?? 0;
      publishStatus();
    },
    error,
  });
  stopWatching = () => {
    stopOutbox();
    stopDrafts();
  };
}

export function unwatchStatus(): void {
  stopWatching?.();
  stopWatching = null;
}

/** Counts a just-queued command at once: "all sent" is not shown until the watch has counted it too. */
export function countQueued(userId: string): void {
  const unsent = recallUnsent(userId);
  if (stopWatching === null || unsent <= counts.unsent) return;
  counts = { ...counts, unsent };
  publishStatus();
}

/** Sets the status from the counts, the connection and the session. */
export function publishStatus(): void {
  const hasSession = readToken() !== null;
  // Without a last ack nothing is claimed to be sent: not before the drafts are counted.
  const lastSentAt = drafts === null ? null : counts.lastSentAt;
  const shown = { ...counts, ...withoutHidden(), lastSentAt, drafts: drafts ?? 0 };
  const network = { isOnline: online.get(), isIntercepted: isIntercepted.get() };
  setSyncStatus(describeStatus({ ...shown, ...network, lost, hasSession, isStuck }));
}

/**
 * Excludes a command from this tab's status once it is refused, for as long as a screen shows the refusal
 * where the user is looking. Returns a function that stops: from then on every page reports it.
 */
export function attendCommand(id: string): () => void {
  attended.set(id, (attended.get(id) ?? 0) + 1);
  publishStatus();
  return () => {
    const left = (attended.get(id) ?? 1) - 1;
    if (left > 0) attended.set(id, left);
    else attended.delete(id);
    publishStatus();
  };
}

/** Excludes refused commands from this tab's status at once when the user discards them. */
export function hideDiscarded(ids: readonly string[]): void {
  for (const id of ids) discarded.add(id);
  publishStatus();
}

/** Includes them again: the discard failed or was undone. */
export function showDiscarded(ids: readonly string[]): void {
  for (const id of ids) discarded.delete(id);
  publishStatus();
}

function withoutHidden(): Pick<OutboxCounts, 'unsent' | 'refused' | 'decisions'> {
  const needing = refused.filter(({ id }) => !attended.has(id) && !discarded.has(id));
  const unsent = counts.unsent - (refused.length - needing.length);
  return { unsent, refused: needing.length, decisions: countDecisions(needing) };
}

/** Sets whether the watchdog considers the outbox stuck. */
export function markStuck(isStuckNow: boolean): void {
  if (isStuck === isStuckNow) return;
  isStuck = isStuckNow;
  publishStatus();
}

/** The user has read what was lost. */
export function clearLost(): void {
  lost = 0;
  publishStatus();
}

/** A Save Course is refused as a whole and is one decision. */
function countDecisions(refused: readonly OutboxRow[]): number {
  return new Set(refused.map(({ groupId, id }) => groupId ?? id)).size;
}

/**
 * In one transaction, because starting one costs more than a count, and because Dexie drops a count if a command was sent
 * between two of its reads. Each state once, because the browser visits every counted row: with ten thousand, a count
 * holds up the drain that changes them.
 */
async function countOutbox(
  store: PrivateStore,
): Promise<{ readonly counts: OutboxCounts; readonly refused: readonly OutboxRow[] }> {
  const [rows, sending, others, lastSentAt] = await readAtOnce(store, [store.outbox], (tx) => {
    const ofState = (state: OutboxState) => tx.outbox.where({ state });
    return Promise.all([
      ofState('refused').toArray(),
      ofState('sending').count(),
      Promise.all([ofState('waiting').count(), ofState('paused').count()]),
      findLastAck(tx),
    ]);
  });
  const unsent = rows.length + sending + others[0] + others[1];
  const counts = { refused: rows.length, decisions: countDecisions(rows), sending, unsent, lastSentAt };
  return { counts, refused: rows };
}
