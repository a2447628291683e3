import * as v from 'valibot';
import { FIRST_PAGE, followScroll, notePosition } from '#pwa/device/scroll-positions.ts';
import { setServedCatalogue } from '#pwa/session/queries/use-catalogue.ts';
import { putCourse, putFirstCatalogue } from '#pwa/store/public/catalogue.ts';
import { openPublicStore } from '#pwa/store/public/public-store.ts';
import { ServedPage } from './served-page.ts';

/**
 * Takes over the page that the server rendered (docs/why/screens.md): the first render has its courses, and the
 * device stores them. Returns whether the app can continue with its elements; false without such a page.
 */
export function takeServedPage(root: HTMLElement): boolean {
  const script = document.getElementById('served');
  document.getElementById('late')?.remove();
  if (script === null) return false;
  script.remove();
  // The user may have scrolled in it.
  notePosition(FIRST_PAGE);
  followScroll(FIRST_PAGE);
  const { courses, at } = v.parse(ServedPage, JSON.parse(script.textContent ?? ''));
  setServedCatalogue({ courses, refreshedAt: at });
  // If they cannot be stored, the screen's own refresh reports it.
  storeCourses(courses, at).catch(() => undefined);
  return !hasStoredInput(root);
}

async function storeCourses(courses: ServedPage['courses'], at: string | null): Promise<void> {
  const store = openPublicStore();
  if (at !== null) return putFirstCatalogue(store, courses, at);
  for (const course of courses) await putCourse(store, course);
}

/** The settings of the site, and the number of changes. */
const WITHOUT_INPUT = /^carrel\.(site|stamp)$/;

/** The text of a form may be stored on the device: fields that were rendered empty would stay empty. */
function hasStoredInput(root: HTMLElement): boolean {
  if (root.querySelector('form') === null) return false;
  try {
    const stored = Object.keys(localStorage).filter((key) => !WITHOUT_INPUT.test(key));
    return stored.length + sessionStorage.length > 0;
  } catch {
    return false;
  }
}

/** Controls of a served page are inert until the app reacts to them. */
export function enableControls(): void {
  for (const control of document.querySelectorAll('#root [inert]')) {
    control.removeAttribute('inert');
    control.removeAttribute('readonly');
  }
}
