import { readKnownUser } from '../store/known-user.ts';

/**
 * The back button may bring a page back as it stood, from before somebody signed out elsewhere. So a page
 * that is put away hides itself, and shows itself again only to the person it was made for; for anybody
 * else it is loaded anew.
 */
export function guardFrozenPage(): void {
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
