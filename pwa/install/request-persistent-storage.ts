/**
 * Requests persistent storage from the browser. Some prompt the user and resolve only then, so callers do not
 * wait; some do not support it, and the result changes nothing.
 */
export function requestPersistentStorage(): void {
  if (!('storage' in navigator) || !('persist' in navigator.storage)) return;
  navigator.storage.persist().catch(() => {});
}
