import { webAddress } from './addresses.ts';
import type { CopiedLesson, CourseCopy } from './course-copy.ts';
import {
  captionsOf,
  fileNote,
  type LessonCaptions,
  type OfferedResource,
  outsideLink,
  type PageContext,
  transcripts,
  webNote,
  webVideo,
} from './lesson-parts.ts';
import { el, type Markup } from './markup.ts';

/** Formats that browsers play; another one is only a link. */
const PLAYED: ReadonlySet<string> = new Set(['video/mp4', 'video/webm', 'video/ogg', 'video/quicktime']);

/**
 * The packed video of a lesson with its captions; a link for a video on another site.
 *
 * @param captionsAt the address of captions; null where pages cannot load them
 */
export function packedVideo(
  { course, files }: PageContext,
  lesson: CopiedLesson,
  captionsAt: (captions: LessonCaptions) => string | null,
): Markup {
  const { video, title } = lesson;
  if (video === null || 'url' in video) return webVideo(lesson);
  const file = files.addStored(video.file, title);
  if (file === null) return null;
  const src = `../${file.name}`;
  const note = fileNote('video', file.sizeBytes);
  if (!PLAYED.has(file.type)) return outsideLink(src, 'Open the video', note);
  const tracks = captionsOf(course, lesson).map((captions) => {
    const address = captionsAt(captions);
    return address === null ? null : el('track', { kind: 'captions', label: captions.title, src: address });
  });
  const player = { controls: '', preload: 'metadata', playsinline: '', 'aria-label': title, src };
  return [
    el('video', player, ...tracks),
    el('p', { class: 'note' }, el('a', { href: src }, 'Open the video file'), ` (${note})`),
  ];
}

/** The transcripts of the video, folded until the reader opens them. */
export const foldedTranscripts = (course: CourseCopy, lesson: CopiedLesson): Markup =>
  transcripts(course, lesson).map(({ title, lines }) =>
    el('details', { class: 'transcript' }, el('summary', { dir: 'auto' }, `Transcript: ${title}`), ...lines),
  );

/** The address and the note of a resource whose file is packed. */
export function packedResource({ files }: PageContext, resource: OfferedResource) {
  if ('url' in resource) {
    const href = webAddress(resource.url);
    return { href, note: webNote(resource, href) };
  }
  const file = files.addStored(resource.file, resource.name.replace(/\.[^.]*$/, ''));
  return {
    href: file === null ? null : `../${file.name}`,
    note: fileNote(resource.type, file?.sizeBytes ?? 0),
  };
}
