import { listKeys } from './local-storage.ts';

/** Prefix of the markers of visible tabs (see `unclean-end.ts`). */
export const OPEN_TAB = 'carrel.open-tab.';

/** Whether a tab is visible, or ended without notice. */
export function hasOpenTabs(): boolean {
  return listKeys(OPEN_TAB).length > 0;
}
