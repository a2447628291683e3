import { encodeText } from '#interchange/course-file/digest.ts';
import { dataUri } from '#interchange/course-file/embedded-pictures.ts';
import { placeName } from '../pages/addresses.ts';
import { type CopiedLesson, type CopiedModule, courseTitle, LANGUAGE } from '../pages/course-copy.ts';
import {
  type LessonCaptions,
  lessonFacts,
  lessonHead,
  lessonText,
  type PageContext,
  paragraphs,
  resourceList,
} from '../pages/lesson-parts.ts';
import { el, type Markup, titleOr, writeMarkup } from '../pages/markup.ts';
import type { PackedFile } from '../pages/packed-files.ts';
import { foldedTranscripts, packedResource, packedVideo } from '../pages/packed-parts.ts';
import { quizSections } from '../pages/quiz-parts.ts';

/** The pages of a site. */
export const INDEX_PAGE = 'index.html';
export const STYLE = 'style.css';
export const lessonPage = ({ place }: CopiedLesson): string => `lessons/${placeName(place)}.html`;

/**
 * Nothing is loaded but style, pictures and videos of the site. Captions are part of their page, because browsers load
 * none from a disk.
 */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self' data:; base-uri 'none'; form-action 'none'";

/** The first page: texts about the course and its contents. */
export function indexPage(
  { course }: PageContext,
  modules: readonly CopiedModule[],
  cover: PackedFile | null,
): string {
  const { instructor, description, previewContent } = course.outline;
  const first = modules.flatMap(({ lessons }) => lessons)[0];
  const hero = [
    cover === null ? null : el('img', { class: 'cover', src: cover.name, alt: '' }),
    el('h1', { dir: 'auto' }, courseTitle(course)),
    instructor.trim() === '' ? null : el('p', { class: 'eyebrow', dir: 'auto' }, titleOr(instructor, '')),
    paragraphs(description, 'lead'),
    first === undefined
      ? null
      : el('p', {}, el('a', { class: 'button', href: lessonPage(first) }, 'Start the course')),
    paragraphs(previewContent, 'about'),
  ];
  const contents = [
    el('h2', { id: 'contents' }, 'Contents'),
    modules.length === 0 ? el('p', {}, 'This course has no lessons yet.') : modules.map(moduleContents),
  ];
  const section = el('section', { 'aria-labelledby': 'contents' }, ...contents);
  return page({ title: courseTitle(course), root: '', main: [...hero, section] });
}

function moduleContents({ number, title, description, lessons }: CopiedModule): Markup {
  const items = lessons.map((lesson) =>
    el(
      'li',
      {},
      el(
        'a',
        { class: 'row', href: lessonPage(lesson) },
        el('span', { class: 'number' }, `${lesson.number}`),
        el('span', { class: 'title', dir: 'auto' }, lesson.title),
        el('span', { class: 'note' }, lessonFacts(lesson)),
      ),
    ),
  );
  return el(
    'div',
    { class: 'module' },
    el('p', { class: 'eyebrow' }, `Module ${number}`),
    el('h3', { dir: 'auto' }, title),
    paragraphs(description, 'note'),
    items.length === 0 ? null : el('ol', { class: 'contents' }, ...items),
  );
}

/** The lessons beside one in reading order. */
export interface Steps {
  readonly previous: CopiedLesson | undefined;
  readonly next: CopiedLesson | undefined;
}

/** The page of a lesson. */
export function lessonDocument(context: PageContext, lesson: CopiedLesson, steps: Steps): string {
  const { course } = context;
  const main = [
    lessonHead(lesson),
    packedVideo(context, lesson, captionsInPage),
    foldedTranscripts(course, lesson),
    lessonText(context, lesson),
    resourceList(lesson, (resource) => packedResource(context, resource)),
    quizSections(context, lesson),
    stepLinks(steps),
  ];
  return page({
    title: `${lesson.title} · ${courseTitle(course)}`,
    root: '../',
    home: courseTitle(course),
    main,
  });
}

const captionsInPage = ({ text }: LessonCaptions): string =>
  dataUri({ type: 'text/vtt', bytes: encodeText(text) });

function stepLinks({ previous, next }: Steps): Markup {
  const step = (lesson: CopiedLesson | undefined, name: 'previous' | 'next', label: string) =>
    lesson === undefined
      ? null
      : el(
          'a',
          { class: name, rel: name === 'next' ? 'next' : 'prev', href: `${placeName(lesson.place)}.html` },
          el('span', { class: 'note' }, label),
          el('span', { class: 'title', dir: 'auto' }, lesson.title),
        );
  const last =
    next === undefined
      ? el(
          'a',
          { class: 'next', href: '../index.html' },
          el('span', { class: 'note' }, 'The end'),
          el('span', { class: 'title' }, 'Back to the contents'),
        )
      : null;
  return el(
    'nav',
    { class: 'steps', 'aria-label': 'Lessons' },
    step(previous, 'previous', 'Previous'),
    step(next, 'next', 'Next'),
    last,
  );
}

interface Page {
  readonly title: string;
  /** The way to the folder of the site. */
  readonly root: '' | '../';
  /** The title of the course, which leads to its first page. */
  readonly home?: string;
  readonly main: Markup;
}

function page({ title, root, home, main }: Page): string {
  const head = el(
    'head',
    {},
    el('meta', { charset: 'utf-8' }),
    el('meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
    el('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    el('meta', { name: 'color-scheme', content: 'light dark' }),
    el('meta', { name: 'referrer', content: 'no-referrer' }),
    el('title', {}, title),
    el('link', { rel: 'stylesheet', href: root + STYLE }),
  );
  const header =
    home === undefined
      ? null
      : el(
          'header',
          { class: 'bar' },
          el(
            'a',
            { href: root + INDEX_PAGE },
            el('span', { class: 'title', dir: 'auto' }, home),
            ' ',
            el('span', { class: 'note' }, 'Contents'),
          ),
        );
  const body = el(
    'body',
    {},
    el('a', { class: 'skip', href: '#main' }, 'Skip to the content'),
    header,
    el('main', { id: 'main', tabindex: '-1' }, main),
    el('footer', { class: 'foot' }, el('p', { class: 'note' }, 'A copy that works without a network.')),
  );
  return `<!DOCTYPE html>\n${writeMarkup(el('html', { lang: LANGUAGE }, head, body), 'html')}\n`;
}
