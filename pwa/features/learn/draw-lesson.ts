import { parseVideoUrl } from '#schema/video.ts';
import { holdDrawnText } from '../../lesson/drawn-text.ts';
import styles from '../../lesson/lesson-text.module.css';
import { sanitizeLesson } from '../../lesson/sanitize-lesson.ts';
import video from '../../lesson/video-frame.module.css';
import type { KeptLessonText } from '../../store/read-kept-lesson.ts';
import desk from './lesson-desk.module.css';
import { lessonKicker, lessonPageTitle } from './lesson-words.ts';

/**
 * Prerenders a lesson into the placeholder of index.html without React, with the lesson page's class names,
 * so that nothing moves when the app renders over it. Does nothing if the app is rendered already, or if the
 * lesson's exact layout is unknown.
 */
export function drawLesson(lesson: KeptLessonText): void {
  const room = document.querySelector('.shell-main');
  const film = drawFilm(lesson.videoUrl);
  if (room === null || film === null) return;
  const text = element('div', styles.text, [sanitizeLesson(lesson.html)]);
  const article = element('article', desk.article, [element('header', '', drawHead(lesson)), text]);
  const sidebar = element('aside', desk.sidebar, []);
  const columns = [sidebar, element('div', desk.main, [...film, article])];
  room.replaceWith(element('main', '', [element('div', desk.desk, columns)]));
  holdDrawnText({ html: lesson.html, room: text });
  document.title = `${lessonPageTitle(lesson.title, lesson.courseTitle)} · Carrel`;
}

function drawHead(lesson: KeptLessonText): HTMLElement[] {
  const kicker = element('p', desk.kicker, [lessonKicker(lesson)]);
  const title = element('h1', desk.title, [lesson.title]);
  if (lesson.description === '') return [kicker, title];
  return [kicker, title, element('p', desk.lead, [lesson.description])];
}

/** The placeholder of a video; null if its height depends on its content. */
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

type Content = readonly (Node | string)[];

function element(name: string, className: string | undefined, content: Content): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...content);
  return made;
}
