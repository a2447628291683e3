import { parseVideoUrl } from '#schema/video.ts';
import { deriveSession } from '../../session/session-state.ts';
import { readDepartures } from '../../store/departure-notes.ts';
import { type KeptLessonText, readKeptLesson } from '../../store/read-kept-lesson.ts';
import desk from './lesson-desk.module.css';
import text from './lesson-text.module.css';
import { lessonKicker, lessonPageTitle } from './lesson-words.ts';
import { sanitizeLesson } from './sanitize-lesson.ts';
import video from './video-frame.module.css';

/*
 * A lesson to read before React is there. It is drawn into the shell of index.html with the class names of
 * the desk itself, so that nothing moves when the app draws over it.
 */

/**
 * Draws a kept lesson for the person whom the device knows. Draws nothing where the app would show
 * something else, or shows it already.
 */
export async function drawFirstPicture(courseId: string, lessonId: string): Promise<void> {
  const userId = findReader(courseId);
  if (userId === null) return;
  const lesson = await readKeptLesson({ userId, courseId, lessonId });
  // Nobody else is shown it, should the person have left while the device was read.
  if (lesson === null || findReader(courseId) !== userId) return;
  const page = drawPage(lesson);
  const room = document.querySelector('.shell-main');
  if (page === null || room === null) return;
  room.replaceWith(page);
  document.title = `${lessonPageTitle(lesson.title, lesson.courseTitle)} · Carrel`;
}

/** Who may read the course on this device right now; their session may have expired. */
function findReader(courseId: string): string | null {
  const session = deriveSession({ verifiedToken: null, isRestored: false, isSettled: false });
  if (session.state !== 'signedIn' && session.state !== 'expired') return null;
  const { id, activatedCourses } = session.user;
  const isLeaving = readDepartures().some(({ userId }) => userId === id);
  return activatedCourses.includes(courseId) && !isLeaving ? id : null;
}

/** Null for a lesson whose first picture is not known to the pixel: what stands in a foreign player's frame. */
function drawPage(lesson: KeptLessonText): HTMLElement | null {
  const film = drawFilm(lesson.videoUrl);
  if (film === null) return null;
  const article = element('article', desk.article, [
    element('header', undefined, drawHead(lesson)),
    element('div', text.text, [sanitizeLesson(lesson.html)]),
  ]);
  const columns = element('div', desk.desk, [
    element('aside', desk.sidebar, []),
    element('div', desk.main, [...film, article]),
  ]);
  return element('main', undefined, [columns]);
}

function drawHead(lesson: KeptLessonText): HTMLElement[] {
  const kicker = element('p', desk.kicker, [lessonKicker(lesson)]);
  const title = element('h1', desk.title, [lesson.title]);
  if (lesson.description === '') return [kicker, title];
  return [kicker, title, element('p', desk.lead, [lesson.description])];
}

/** The room that a film takes. */
function drawFilm(videoUrl: string | null): HTMLElement[] | null {
  switch (parseVideoUrl(videoUrl).kind) {
    case 'none':
      return [];
    case 'file':
      return [element('div', video.frame, [])];
    default:
      return null;
  }
}

function element(
  name: string,
  className: string | undefined,
  children: readonly (Node | string)[],
): HTMLElement {
  const made = document.createElement(name);
  if (className !== undefined) made.className = className;
  made.append(...children);
  return made;
}
