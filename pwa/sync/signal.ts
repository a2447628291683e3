/** How far a call for replay may go: `eager` when the line seems to be back. */
export type ReplayCall = 'ordinary' | 'eager';

const listeners = new Set<(call: ReplayCall) => void>();

/** Asks for the outbox to be sent; returns at once. */
export function requestReplay(call: ReplayCall = 'ordinary'): void {
  for (const listener of listeners) listener(call);
}

export function onReplayRequest(listener: (call: ReplayCall) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
