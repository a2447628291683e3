import { reloadSafely } from '../install/before-reload.ts';

const RELOADED_AT_KEY = 'carrel-reloaded-at';
const RELOAD_AGAIN_AFTER_MS = 60_000;

/**
 * After a deploy, an open tab may ask for a chunk that is gone. One reload brings the new app; a second
 * within a minute would be a loop, so then the error reaches the screen instead. What people typed is in
 * the device's store, not in the page, so nothing goes with the reload.
 */
export function reloadOnceOnStaleChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0);
    if (Date.now() - reloadedAt < RELOAD_AGAIN_AFTER_MS) return;
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
    event.preventDefault();
    void reloadSafely();
  });
}
