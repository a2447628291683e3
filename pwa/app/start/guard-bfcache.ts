import { readKnownUser } from '#pwa/store/database/known-user.ts';

/**
 * Hides a page that enters the bfcache, because the user may sign out in another tab before the page is
 * restored. A restored page is shown to the same user; otherwise it is reloaded.
 */
export function guardBfcache(): void {
  let shownTo: string | null = null;
  window.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return;
    shownTo = readKnownUser()?.id ?? null;
    document.documentElement.hidden = true;
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    if ((readKnownUser()?.id ?? null) === shownTo) document.documentElement.hidden = false;
    else location.reload();
  });
}
