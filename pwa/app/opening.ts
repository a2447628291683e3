/*
 * Screens that somebody asked for and whose part of the app is still on its way. Until it is here the page
 * before it stays, so that nothing is taken away too early: that something comes has to be said.
 */
let count = 0;
const listeners = new Set<() => void>();

/** Says that a screen is being opened until its part has come, or has not. */
export function whileOpening<T>(coming: Promise<T>): Promise<T> {
  change(1);
  return coming.finally(() => change(-1));
}

export function isOpening(): boolean {
  return count > 0;
}

export function subscribeOpening(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(by: 1 | -1): void {
  count += by;
  // Screens are asked for while something is drawn, which is no moment to have others drawn anew.
  queueMicrotask(() => {
    for (const listener of listeners) listener();
  });
}
