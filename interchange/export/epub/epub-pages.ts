import { placeName, webAddress } from '../pages/addresses.ts';
import { type CopiedLesson, type CopiedModule, courseTitle, LANGUAGE } from '../pages/course-copy.ts';
import {
  fileNote,
  fileSize,
  lessonFacts,
  lessonHead,
  lessonText,
  type OfferedResource,
  outsideLink,
  type PageContext,
  paragraphs,
  resourceList,
  transcripts,
  webNote,
  webVideo,
} from '../pages/lesson-parts.ts';
import { el, type Markup, titleOr, writeMarkup } from '../pages/markup.ts';
import type { PackedFile } from '../pages/packed-files.ts';
import { quizSections } from '../pages/quiz-parts.ts';

/** The pages of a book: names relative to the package document. */
export const NAV_PAGE = 'nav.xhtml';
export const TITLE_PAGE = 'title.xhtml';
export const STYLE = 'style.css';
export const modulePage = ({ number }: CopiedModule): string =>
  `modules/${String(number).padStart(2, '0')}.xhtml`;
export const lessonPage = ({ place }: CopiedLesson): string => `lessons/${placeName(place)}.xhtml`;

/** The first page: picture, title, instructor and texts about the course. */
export function titlePage({ course }: PageContext, cover: PackedFile | null): string {
  const { instructor, description, previewContent } = course.outline;
  const picture = cover === null ? null : el('img', { class: 'cover', src: cover.name, alt: '' });
  const content = [
    picture,
    el('h1', { dir: 'auto' }, courseTitle(course)),
    instructor.trim() === '' ? null : el('p', { class: 'eyebrow', dir: 'auto' }, titleOr(instructor, '')),
    paragraphs(description, 'lead'),
    paragraphs(previewContent, 'about'),
  ];
  return page(courseTitle(course), '', el('section', { 'epub:type': 'titlepage' }, ...content));
}

/** The navigation document: modules with their lessons. */
export function navPage({ course }: PageContext, modules: readonly CopiedModule[]): string {
  const link = (href: string, text: string) => el('a', { href }, text);
  const items = modules.map((module) => {
    const lessons = module.lessons.map((lesson) => el('li', {}, link(lessonPage(lesson), lesson.title)));
    return el(
      'li',
      {},
      link(modulePage(module), module.title),
      lessons.length > 0 ? el('ol', {}, ...lessons) : null,
    );
  });
  const toc = el(
    'nav',
    { 'epub:type': 'toc', id: 'toc', role: 'doc-toc' },
    el('h1', {}, 'Contents'),
    el('ol', {}, el('li', {}, link(TITLE_PAGE, courseTitle(course))), ...items),
  );
  const first = modules[0];
  const landmarks = el(
    'nav',
    { 'epub:type': 'landmarks', id: 'landmarks', hidden: 'hidden' },
    el('h2', {}, 'Landmarks'),
    el(
      'ol',
      {},
      el('li', {}, el('a', { 'epub:type': 'titlepage', href: TITLE_PAGE }, 'Title page')),
      el('li', {}, el('a', { 'epub:type': 'toc', href: `${NAV_PAGE}#toc` }, 'Contents')),
      first === undefined
        ? null
        : el(
            'li',
            {},
            el('a', { 'epub:type': 'bodymatter', href: modulePage(first) }, 'Start of the course'),
          ),
    ),
  );
  return page('Contents', '', [toc, landmarks]);
}

/** The page before the lessons of a module. */
export function moduleDocument(module: CopiedModule): string {
  const lessons = module.lessons.map((lesson) => {
    const facts = lessonFacts(lesson);
    const link = el('a', { href: `../${lessonPage(lesson)}`, dir: 'auto' }, lesson.title);
    return el('li', {}, link, facts === '' ? null : [' ', el('span', { class: 'note' }, facts)]);
  });
  const content = [
    el('p', { class: 'eyebrow' }, `Module ${module.number}`),
    el('h1', { dir: 'auto', id: 'title' }, module.title),
    paragraphs(module.description, 'lead'),
    lessons.length === 0 ? null : el('ol', { class: 'contents' }, ...lessons),
  ];
  return page(
    module.title,
    '../',
    el('section', { 'epub:type': 'part', role: 'doc-part', 'aria-labelledby': 'title' }, ...content),
  );
}

/** The page of a lesson. */
export function lessonDocument(context: PageContext, lesson: CopiedLesson): string {
  const content = [
    lessonHead(lesson),
    videoOf(context, lesson),
    lessonText(context, lesson),
    transcripts(context.course, lesson).map(({ title, lines }) =>
      el('section', { class: 'transcript' }, el('h2', { dir: 'auto' }, `Transcript: ${title}`), ...lines),
    ),
    resourceList(lesson, (resource) => resourceLink(context, lesson, resource)),
    quizSections(context, lesson),
  ];
  const section = el(
    'section',
    { 'epub:type': 'chapter', role: 'doc-chapter', 'aria-label': lesson.title },
    ...content,
  );
  return page(lesson.title, '../', section);
}

/** Readers of books play few videos, and files of a publication cannot be linked: videos and documents are on the web. */
function videoOf({ course }: PageContext, lesson: CopiedLesson): Markup {
  const { video } = lesson;
  if (video === null || 'url' in video) return webVideo(lesson);
  const href = course.online?.lessons.get(lesson.place) ?? null;
  const size = course.outline.files[video.file]?.sizeBytes ?? 0;
  return outsideLink(
    href,
    href === null ? 'This lesson has a video' : 'Watch the video in Carrel',
    `Video, ${fileSize(size)} · ${inCarrel(href)}`,
  );
}

function resourceLink({ course }: PageContext, { place }: CopiedLesson, resource: OfferedResource) {
  if ('url' in resource) {
    const href = webAddress(resource.url);
    return { href, note: webNote(resource, href) };
  }
  const href = course.online?.lessons.get(place) ?? null;
  const size = course.outline.files[resource.file]?.sizeBytes ?? 0;
  return { href, note: `${fileNote(resource.type, size)} · ${inCarrel(href)}` };
}

const inCarrel = (href: string | null): string =>
  href === null ? 'open the course in Carrel for it' : 'in Carrel, needs a connection';

function page(title: string, root: string, content: Markup): string {
  const attributes = {
    xmlns: 'http://www.w3.org/1999/xhtml',
    'xmlns:epub': 'http://www.idpf.org/2007/ops',
    lang: LANGUAGE,
    'xml:lang': LANGUAGE,
  };
  const head = el(
    'head',
    {},
    el('meta', { charset: 'utf-8' }),
    el('title', {}, title),
    el('link', { rel: 'stylesheet', type: 'text/css', href: root + STYLE }),
  );
  const document = el('html', attributes, head, el('body', {}, content));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n${writeMarkup(document, 'xml')}\n`;
}
