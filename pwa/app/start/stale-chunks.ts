import { isServerThere } from '#pwa/api/server-there.ts';
import { reloadIf } from '#pwa/install/before-reload.ts';

const RELOADED_AT_KEY = 'carrel-reloaded-at';
const RELOAD_AGAIN_AFTER_MS = 60_000;

let isChecking = false;

/**
 * After a deploy, an open tab may request a chunk that no longer exists. One reload loads the new app; a
 * second within a minute would be a loop, so then the error is shown instead. User input is in the store, not
 * in the page, so a reload loses nothing. Without a connection to the server the page is not reloaded:
 * without a worker, only the browser's error page would remain.
 */
export function reloadOnceOnStaleChunks(): void {
  window.addEventListener('vite:preloadError', () => {
    const reloadedAt = readReloadedAt();
    if (isChecking || Date.now() - reloadedAt < RELOAD_AGAIN_AFTER_MS) return;
    isChecking = true;
    reloadIf(isWorthReloading());
  });
  window.addEventListener('error', dropFailedSheet, { capture: true });
}

async function isWorthReloading(): Promise<boolean> {
  const isThere = await isServerThere();
  isChecking = false;
  if (isThere) sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  return isThere;
}

/** Where the browser blocks site data, no reload could be told from the one before. */
function readReloadedAt(): number {
  try {
    return Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** A style sheet that failed to load would count as loaded when its screen is opened again. */
function dropFailedSheet({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
}
