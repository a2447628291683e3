/** The urgency of a replay request: `eager` when the connection seems to be back. */
export type ReplayCall = 'ordinary' | 'eager';

const listeners = new Set<(call: ReplayCall) => void>();

/** Requests that the outbox is sent; returns at once. */
export function requestReplay(call: ReplayCall = 'ordinary'): void {
  for (const listener of listeners) listener(call);
}

export function onReplayRequest(listener: (call: ReplayCall) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
