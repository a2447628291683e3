/**
 * Whether the browser lets this site store nothing, by a setting for cookies and site data: every access to a store
 * fails then. Browsers that block one store block them all; localStorage is the one that tells at once.
 */
export function isSiteDataBlocked(): boolean {
  try {
    return (globalThis.localStorage ?? null) === null;
  } catch {
    return true;
  }
}
