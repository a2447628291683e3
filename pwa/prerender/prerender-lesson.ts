import * as v from 'valibot';
import { FIRST_PAGE, findPosition, followScroll } from '../device/scroll-positions.ts';
import { deriveSession } from '../session/session-state.ts';
import { readDepartures } from '../store/account/departure-notes.ts';
import { readOfflineLesson } from '../store/offline/read-offline-lesson.ts';

/** The state that the router writes into the history. */
const RouterState = v.object({ key: v.string() });

/**
 * Prerenders a downloaded lesson while React is still loading. Renders nothing if the app would show
 * something else, or has rendered already.
 */
export async function prerenderLesson(courseId: string, lessonId: string): Promise<void> {
  const userId = findReader(courseId);
  if (userId === null) return;
  const [lesson, { drawLesson }] = await Promise.all([
    readOfflineLesson({ userId, courseId, lessonId }),
    import('./draw-lesson.ts'),
  ]);
  // Not rendered if the user signed out while the device was read.
  if (lesson === null || findReader(courseId) !== userId) return;
  drawLesson(lesson);
  if (isPrerendered()) returnToPlace();
}

/** Whether content has replaced the placeholder of index.html. */
export function isPrerendered(): boolean {
  return document.querySelector('.shell-main') === null;
}

/** After a reload, restores the scroll position; from here on the user may scroll. */
function returnToPlace(): void {
  const state: unknown = history.state;
  const entry = v.safeParse(RouterState, state);
  const key = entry.success ? entry.output.key : FIRST_PAGE;
  const top = findPosition(key) ?? 0;
  if (top > 0) window.scrollTo(0, top);
  followScroll(key);
}

/** The user who may read the course on this device now, possibly with an expired session. */
function findReader(courseId: string): string | null {
  const session = deriveSession({ verifiedToken: null, isRestored: false, hasCheckedServer: false });
  if (session.state !== 'signedIn' && session.state !== 'expired') return null;
  const { id, activatedCourses } = session.user;
  const isLeaving = readDepartures().some(({ userId }) => userId === id);
  return activatedCourses.includes(courseId) && !isLeaving ? id : null;
}
