/** For browsers that do not report when they are idle. */
const REST_MS = 200;

/** Runs `task` when the page is idle. Returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  if (typeof globalThis.requestIdleCallback !== 'function') {
    const timer = setTimeout(task, REST_MS);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(task);
  return () => cancelIdleCallback(id);
}
