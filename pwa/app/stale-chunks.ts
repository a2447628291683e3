import { isServerThere } from '../api/server-there.ts';
import { reloadIf } from '../install/before-reload.ts';

const RELOADED_AT_KEY = 'carrel-reloaded-at';
const RELOAD_AGAIN_AFTER_MS = 60_000;

let isAsking = false;

/**
 * After a deploy, an open tab may ask for a chunk that is gone. One reload brings the new app; a second
 * within a minute would be a loop, so then the error reaches the screen instead. What people typed is in
 * the device's store, not in the page, so nothing goes with the reload. While the server cannot be reached
 * the page stays: without a worker a reload would leave nothing but the browser's own page.
 */
export function reloadOnceOnStaleChunks(): void {
  window.addEventListener('vite:preloadError', () => {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0);
    if (isAsking || Date.now() - reloadedAt < RELOAD_AGAIN_AFTER_MS) return;
    isAsking = true;
    reloadIf(isWorthReloading());
  });
  window.addEventListener('error', dropFailedSheet, { capture: true });
}

async function isWorthReloading(): Promise<boolean> {
  const isThere = await isServerThere();
  isAsking = false;
  if (isThere) sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  return isThere;
}

/** A sheet that did not come would count as present when its screen is asked for again, and leave it bare. */
function dropFailedSheet({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
}
