import * as v from 'valibot';
import { deriveSession } from '../session/session-state.ts';
import { readDepartures } from '../store/departure-notes.ts';
import { readKeptLesson } from '../store/read-kept-lesson.ts';
import { FIRST_PAGE, findPosition, followScroll } from './scroll-positions.ts';

/** What the router writes into the history. */
const RouterState = v.object({ key: v.string() });

/**
 * Puts a kept lesson before its reader while React is still to be read. Draws nothing where the app would
 * show something else, or shows it already.
 */
export async function drawFirstPicture(courseId: string, lessonId: string): Promise<void> {
  const userId = findReader(courseId);
  if (userId === null) return;
  const [lesson, { drawLesson }] = await Promise.all([
    readKeptLesson({ userId, courseId, lessonId }),
    import('../features/learn/draw-lesson.ts'),
  ]);
  // Nobody else is shown it, should the person have left while the device was read.
  if (lesson === null || findReader(courseId) !== userId) return;
  drawLesson(lesson);
  if (hasFirstPicture()) returnToPlace();
}

/** Whether something to read already stands where the shell of index.html only says that it will. */
export function hasFirstPicture(): boolean {
  return document.querySelector('.shell-main') === null;
}

/** A page that is loaded again shows the place where it was left; from here on the reader may scroll. */
function returnToPlace(): void {
  const state: unknown = history.state;
  const entry = v.safeParse(RouterState, state);
  const key = entry.success ? entry.output.key : FIRST_PAGE;
  const top = findPosition(key) ?? 0;
  if (top > 0) window.scrollTo(0, top);
  followScroll(key);
}

/** Who may read the course on this device right now; their session may have expired. */
function findReader(courseId: string): string | null {
  const session = deriveSession({ verifiedToken: null, isRestored: false, isSettled: false });
  if (session.state !== 'signedIn' && session.state !== 'expired') return null;
  const { id, activatedCourses } = session.user;
  const isLeaving = readDepartures().some(({ userId }) => userId === id);
  return activatedCourses.includes(courseId) && !isLeaving ? id : null;
}
