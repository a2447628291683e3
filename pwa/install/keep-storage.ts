/**
 * Asks the browser not to clear what Carrel stores here. Some ask the person and answer only then, so
 * nobody waits for it; some have no such question, and the answer changes nothing in what we do.
 */
export function askToKeepStorage(): void {
  if (!('storage' in navigator) || !('persist' in navigator.storage)) return;
  navigator.storage.persist().catch(() => {});
}
