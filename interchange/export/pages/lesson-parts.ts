import type { CourseFileResource } from '#interchange/course-file/course-file.ts';
import { parseVideoUrl } from '#schema/courses/video.ts';
import { transcriptOf } from '../lesson/transcript.ts';
import { writeLessonText } from '../lesson/write-lesson-text.ts';
import { hostOf, linkAddress, webAddress } from './addresses.ts';
import type { CopiedLesson, CourseCopy } from './course-copy.ts';
import { cleanText, el, type Markup, type Syntax, titleOr, written } from './markup.ts';
import type { FilePacker } from './packed-files.ts';

/** What the pages of one archive share. */
export interface PageContext {
  readonly course: CourseCopy;
  readonly files: FilePacker;
  readonly syntax: Syntax;
  /** The extension of the pages. */
  readonly extension: 'html' | 'xhtml';
  /** Whether pages load pictures from other sites; they link to them otherwise. */
  readonly loadsWebPictures?: boolean;
}

/** The title of a lesson with its place and its description. */
export function lessonHead({ title, description, moduleTitle, number, total }: CopiedLesson): Markup {
  return [
    el('p', { class: 'eyebrow', dir: 'auto' }, `${moduleTitle} · Lesson ${number} of ${total}`),
    el('h1', { dir: 'auto' }, title),
    paragraphs(description, 'lead'),
  ];
}

/** The text of a lesson with its pictures. Its page is in a folder beside that of the files. */
export function lessonText(context: PageContext, lesson: CopiedLesson): Markup {
  const text = lessonMarkup(context, lesson);
  return text.trim() === '' ? null : el('div', { class: 'text', dir: 'auto' }, written(text));
}

/** The text of a lesson without the element around it. */
export const lessonMarkup = (context: PageContext, { place }: CopiedLesson): string =>
  htmlMarkup(context, context.course.texts.get(place) ?? '');

/** HTML of the course, with its pictures, whose highest headings have this level. */
export function htmlMarkup(
  { course, files, syntax, extension, loadsWebPictures = false }: PageContext,
  html: string,
  topLevel = 2,
): string {
  return writeLessonText(html, syntax, {
    topLevel,
    linkTo: (address) => linkAddress(course, address, extension),
    pictureAt: (address) => {
      const picture = files.addPicture(address);
      if (picture !== null) return `../${picture.name}`;
      return loadsWebPictures ? webAddress(address) : null;
    },
  });
}

/** Captions of a lesson's video. */
export interface LessonCaptions {
  readonly title: string;
  /** The digest of their file. */
  readonly digest: string;
  /** WebVTT. */
  readonly text: string;
}

/** The captions of a lesson that have a text. */
export function captionsOf(course: CourseCopy, { resources }: CopiedLesson): LessonCaptions[] {
  return resources.flatMap((resource) => {
    if (!('captions' in resource)) return [];
    const digest = resource.captions;
    const text = course.captions.get(digest);
    return text === undefined ? [] : [{ title: titleOr(resource.title, 'Captions'), digest, text }];
  });
}

/** The texts of the captions, for devices and readers that do not show the video. */
export function transcripts(course: CourseCopy, lesson: CopiedLesson) {
  return captionsOf(course, lesson).flatMap(({ title, text }) => {
    const lines = transcriptOf(text).filter((line) => cleanText(line).trim() !== '');
    return lines.length === 0 ? [] : [{ title, lines: lines.map((line) => el('p', { dir: 'auto' }, line)) }];
  });
}

/** The address of a video on another site; null when the lesson has none there. */
export function webVideoAddress({ video }: Pick<CopiedLesson, 'video'>): string | null {
  const url = video !== null && 'url' in video ? parseVideoUrl(video.url) : null;
  return url === null || url.kind === 'none' ? null : webAddress(url.url);
}

/** A link to the page of a video on another site; null when the lesson has none there. */
export function webVideo({ video }: CopiedLesson): Markup {
  const href = webVideoAddress({ video });
  if (href === null) return null;
  return outsideLink(href, `Watch the video on ${hostOf(href)}`, 'Video · needs a connection');
}

/** A link of its own line, with a note below it; without an address, only its text. */
export function outsideLink(href: string | null, text: string, note: string): Markup {
  const rel = href?.startsWith('http') === true ? 'noopener noreferrer' : null;
  const content = [
    el('span', { class: 'title', dir: 'auto' }, text),
    ' ',
    el('span', { class: 'note' }, note),
  ];
  return href === null
    ? el('p', { class: 'resource' }, ...content)
    : el('p', {}, el('a', { class: 'resource', href, rel }, ...content));
}

/** A resource that learners open: any but captions. */
export type OfferedResource = Exclude<CourseFileResource, { readonly captions: string }>;

/** The resources of a lesson under their heading; null without any. */
export function resourceList(
  { resources }: CopiedLesson,
  linkOf: (resource: OfferedResource) => { readonly href: string | null; readonly note: string },
): Markup {
  const offered = resources.flatMap((resource) => ('captions' in resource ? [] : [resource]));
  if (offered.length === 0) return null;
  const items = offered.map((resource) => {
    const { href, note } = linkOf(resource);
    return el('li', {}, outsideLink(href, resourceTitle(resource), note));
  });
  const heading = el('h2', { id: 'resources' }, 'Resources');
  return el(
    'section',
    { class: 'resources', 'aria-labelledby': 'resources' },
    heading,
    el('ul', {}, ...items),
  );
}

/** A resource without a title is called by its type. */
export const resourceTitle = ({ title, type }: OfferedResource): string => titleOr(title, TYPE_NAMES[type]);

const TYPE_NAMES: Readonly<Record<OfferedResource['type'], string>> = {
  pdf: 'PDF',
  video: 'Video',
  link: 'Link',
};

/** The note of a resource on another site. */
export function webNote({ type }: OfferedResource, href: string | null): string {
  return href === null ? TYPE_NAMES[type] : `${TYPE_NAMES[type]} on ${hostOf(href)} · needs a connection`;
}

/** The note of a file: `PDF, 1.4 MB`. */
export function fileNote(type: OfferedResource['type'], sizeBytes: number): string {
  return `${TYPE_NAMES[type]}, ${fileSize(sizeBytes)}`;
}

/** A size in decimal units, as on phones and in app stores. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} kB`;
  const megabytes = bytes / 1_000_000;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}

/** A plain text as paragraphs, which blank lines separate. */
export function paragraphs(text: string, name: string): Markup {
  return cleanText(text)
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => el('p', { class: name, dir: 'auto' }, paragraph.trim()));
}

/** `5 min · video`, what the contents say about a lesson. */
export function lessonFacts({ duration, video }: CopiedLesson): string {
  const minutes = duration > 0 ? `${duration} min` : null;
  return [minutes, video === null ? null : 'video'].filter((fact) => fact !== null).join(' · ');
}
