import { placeName } from '../pages/addresses.ts';
import { type CopiedLesson, LANGUAGE } from '../pages/course-copy.ts';
import {
  captionsOf,
  type LessonCaptions,
  lessonMarkup,
  outsideLink,
  type PageContext,
  paragraphs,
  resourceList,
} from '../pages/lesson-parts.ts';
import { el, writeMarkup, written } from '../pages/markup.ts';
import { foldedTranscripts, packedResource, packedVideo } from '../pages/packed-parts.ts';
import { markText, openInWindows } from './page-marks.ts';

export const STYLE = 'style.css';
export const lessonPage = ({ place }: CopiedLesson): string => `lessons/${placeName(place)}.html`;

/**
 * The page of a lesson, as HTML that is well-formed XML too: learning systems read it as either. It has no policy, which
 * would refuse the files of a system that serves them from another host.
 */
export function lessonDocument(context: PageContext, lesson: CopiedLesson): string {
  const { course, files } = context;
  const text = written(markText(lessonMarkup(context, lesson)));
  const shown = new Set<string>();
  const addressOf = ({ title, digest }: LessonCaptions): string | null => {
    shown.add(digest);
    const file = files.addStored(digest, title);
    return file === null ? null : `../${file.name}`;
  };
  const video = packedVideo(context, lesson, addressOf);
  // Captions of a video on another site, and of one that browsers do not play.
  const otherCaptions = captionsOf(course, lesson)
    .filter(({ digest }) => !shown.has(digest))
    .map((captions) => outsideLink(addressOf(captions), captions.title, 'Captions'));
  const body = el(
    'body',
    {},
    el('h1', { dir: 'auto' }, lesson.title),
    paragraphs(lesson.description, 'lead'),
    video,
    otherCaptions,
    foldedTranscripts(course, lesson),
    el('div', { class: 'text', dir: 'auto' }, text),
    resourceList(lesson, (resource) => packedResource(context, resource)),
  );
  const attributes = { xmlns: 'http://www.w3.org/1999/xhtml', lang: LANGUAGE, 'xml:lang': LANGUAGE };
  const head = el(
    'head',
    {},
    el('meta', { charset: 'utf-8' }),
    el('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    el('title', {}, lesson.title),
    el('link', { rel: 'stylesheet', href: `../${STYLE}` }),
  );
  return `<!DOCTYPE html>\n${openInWindows(writeMarkup(el('html', attributes, head, body), 'xml'))}\n`;
}
