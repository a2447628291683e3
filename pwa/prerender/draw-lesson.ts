import { parseVideoUrl } from '#schema/courses/video.ts';
import { documentTitleOf } from '#schema/site/site.ts';
import { site } from '../device/site.ts';
import { lessonKicker, lessonPageTitle } from '../lesson/page/lesson-heading.ts';
import page from '../lesson/page/lesson-view.module.css';
import styles from '../lesson/text/lesson-text.module.css';
import { holdPrerenderedText } from '../lesson/text/prerendered-text.ts';
import { sanitizeLesson } from '../lesson/text/sanitize-lesson.ts';
import video from '../lesson/video-frame.module.css';
import type { OfflineLessonText } from '../store/offline/read-offline-lesson.ts';

/**
 * Prerenders a lesson into the placeholder of index.html without React, with the lesson page's class names,
 * so that nothing moves when the app renders over it. Does nothing if the app is rendered already, or if the
 * lesson's exact layout is unknown.
 */
export function drawLesson(lesson: OfflineLessonText): void {
  const container = document.querySelector('.shell-main');
  const videoParts = drawVideo(lesson.videoUrl);
  if (container === null || videoParts === null) return;
  const text = element('div', styles.text, [sanitizeLesson(lesson.html)]);
  const article = element('article', page.article, [element('header', '', drawHead(lesson)), text]);
  const sidebar = element('aside', page.sidebar, []);
  const columns = [sidebar, element('div', page.main, [...videoParts, article])];
  container.replaceWith(element('main', '', [element('div', page.page, columns)]));
  holdPrerenderedText({ html: lesson.html, container: text });
  document.title = documentTitleOf(lessonPageTitle(lesson.title, lesson.courseTitle), site.get());
}

function drawHead(lesson: OfflineLessonText): HTMLElement[] {
  const kicker = element('p', page.kicker, [lessonKicker(lesson)]);
  const title = withOwnDirection(element('h1', page.title, [lesson.title]));
  if (lesson.description === '') return [kicker, title];
  return [kicker, title, withOwnDirection(element('p', page.lead, [lesson.description]))];
}

/** The placeholder of a video; null if its height depends on its content. */
function drawVideo(videoUrl: string | null): HTMLElement[] | null {
  switch (parseVideoUrl(videoUrl).kind) {
    case 'none':
      return [];
    case 'file':
      return [element('div', video.frame, [])];
    default:
      return null;
  }
}

/** The direction of its text, as on the lesson page. */
function withOwnDirection(text: HTMLElement): HTMLElement {
  text.dir = 'auto';
  return text;
}

type Content = readonly (Node | string)[];

function element(name: string, className: string | undefined, content: Content): HTMLElement {
  const created = document.createElement(name);
  if (className) created.className = className;
  created.append(...content);
  return created;
}
