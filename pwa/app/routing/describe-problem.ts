import { isSiteDataBlocked } from '#pwa/device/site-data.ts';

const BLOCKED =
  'Your browser blocks site data, and this page cannot work without it. Public pages, sign-up, login, password recovery and support work; you stay signed in until you reload or close this tab. To study, allow site data for this site and reload (Chrome: On-device site data; Firefox: Cookies and Site Data; Safari: Block All Cookies).';

const UNAVAILABLE =
  'The browser does not open what Carrel has saved on this device. Nothing was removed. A private window, a full disk or another tab that hangs can be the reason: close other tabs of Carrel, restart the browser, and try again.';

/**
 * Why a page could not be displayed, and what to do; null if it is not known. A browser that blocks site data may fail
 * in any module, before any error of ours.
 */
export function describeProblem(error: unknown): string | null {
  if (isSiteDataBlocked()) return BLOCKED;
  return error instanceof Error && error.name === 'StoreUnavailableError' ? UNAVAILABLE : null;
}
