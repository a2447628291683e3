import type { CourseFileResource } from '#interchange/course-file/course-file.ts';
import { parseVideoUrl } from '#schema/courses/video.ts';
import { transcriptOf } from '../lesson/transcript.ts';
import { writeLessonText } from '../lesson/write-lesson-text.ts';
import { hostOf, linkAddress, webAddress } from './addresses.ts';
import type { CopiedLesson, CourseCopy } from './course-copy.ts';
import { cleanText, el, type Markup, type Syntax, titleOr, written } from './markup.ts';
import type { PackedFiles } from './packed-files.ts';

/** What the pages of one archive share. */
export interface PageContext {
  readonly course: CourseCopy;
  readonly files: PackedFiles;
  readonly syntax: Syntax;
  /** Of the pages. */
  readonly extension: 'html' | 'xhtml';
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
export function lessonText(
  { course, files, syntax, extension }: PageContext,
  { place }: CopiedLesson,
): Markup {
  const html = course.texts.get(place) ?? '';
  const text = writeLessonText(html, syntax, {
    linkTo: (address) => linkAddress(course, address, extension),
    pictureAt: (address) => {
      const picture = files.addPicture(address);
      return picture === null ? null : `../${picture.name}`;
    },
  });
  return text.trim() === '' ? null : el('div', { class: 'text', dir: 'auto' }, written(text));
}

/** Captions of a lesson's video: their title and their WebVTT. */
export function captionsOf(course: CourseCopy, { resources }: CopiedLesson) {
  return resources.flatMap((resource) => {
    const text = 'captions' in resource ? course.captions.get(resource.captions) : undefined;
    return text === undefined ? [] : [{ title: titleOr(resource.title, 'Captions'), text }];
  });
}

/** The texts of the captions, for devices and readers that do not show the video. */
export function transcripts(course: CourseCopy, lesson: CopiedLesson) {
  return captionsOf(course, lesson).flatMap(({ title, text }) => {
    const lines = transcriptOf(text).filter((line) => cleanText(line).trim() !== '');
    return lines.length === 0 ? [] : [{ title, lines: lines.map((line) => el('p', { dir: 'auto' }, line)) }];
  });
}

/** A link to the page of a video on another site; null when the lesson has none there. */
export function webVideo({ video }: CopiedLesson): Markup {
  const url = video !== null && 'url' in video ? parseVideoUrl(video.url) : null;
  const href = url === null || url.kind === 'none' ? null : webAddress(url.url);
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
    return el('li', {}, outsideLink(href, titleOr(resource.title, TYPE_NAMES[resource.type]), note));
  });
  const heading = el('h2', { id: 'resources' }, 'Resources');
  return el(
    'section',
    { class: 'resources', 'aria-labelledby': 'resources' },
    heading,
    el('ul', {}, ...items),
  );
}

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
