import { filePictureAddress } from '#interchange/course-file/embedded-pictures.ts';
import { reasons } from '../import-report.ts';
import type { Attachment, ImportedLesson } from '../imported-course.ts';
import { wellFormed } from '../text/plain-text.ts';
import { cleanHtml } from './clean-html.ts';
import { embedPictures, type FoundPicture, PICTURE_SIDE_PX } from './embed-pictures.ts';
import { findPictures } from './find-pictures.ts';
import type { LessonContext } from './lesson-context.ts';
import { LinkTexts } from './link-texts.ts';
import { type ReadPicture, readPicture } from './read-picture.ts';
import { resolveAddress, type Target } from './resolve-address.ts';

/** A text that was cleaned. */
interface FinishedText {
  readonly html: string;
  /** Files and addresses that the text names and that are not part of a text. */
  readonly named: readonly Attachment[];
}

/**
 * Cleans the text of a lesson, resolves its addresses and embeds its pictures.
 *
 * @param appended paths of pictures that come after the text, if it does not show them
 * @param maxBytes that the text may have with its pictures as data URIs
 */
export async function finishText(
  lesson: ImportedLesson,
  appended: readonly string[],
  context: LessonContext,
  maxBytes?: number,
): Promise<FinishedText> {
  const text = wellFormed(lesson.html);
  const shown = appended.length === 0 ? new Set<string | null>() : pathsOfPictures(text, lesson, context);
  const source =
    text +
    appended.map((path, at) => (shown.has(path) ? '' : `<p><img src="${APPENDED}${at}"></p>`)).join('');
  const targetOf = (address: string): Target => {
    const file = address.startsWith(APPENDED) ? appended[Number(address.slice(APPENDED.length))] : undefined;
    const found = file === undefined ? undefined : context.scope.tree.find(file);
    return found === undefined
      ? resolveAddress(address, lesson, context.scope)
      : { kind: 'file', file: found };
  };
  const pictures = await findAndEmbed(source, targetOf, { lesson, context, maxBytes });
  const named: Attachment[] = [];
  const linkTexts = new LinkTexts(source);
  const report = (reason: string) => context.report.add('simplified', lesson.title, reason);
  const html = cleanHtml(source, {
    link: (address) =>
      writeLink(targetOf(address), { named, report, lesson, context, textOf: () => linkTexts.find(address) }),
    picture: (address) => pictures.get(address) ?? null,
    media: (address) => {
      const attachment = attachmentOf(targetOf(address));
      if (attachment !== null) named.push(attachment);
    },
    simplified: (tag) => report(reasons[tag]),
  });
  return { html, named };
}

/** The paths of the files that the pictures of a text are. */
function pathsOfPictures(html: string, lesson: ImportedLesson, { scope }: LessonContext): Set<string | null> {
  const targets = [...findPictures(html).keys()].map((address) => resolveAddress(address, lesson, scope));
  return new Set(targets.map((target) => (target.kind === 'file' ? target.file.path : null)));
}

const APPENDED = 'carrel:appended/';

interface Place {
  readonly lesson: ImportedLesson;
  readonly context: LessonContext;
}

/** Returns the addresses that pictures of a text get. */
async function findAndEmbed(
  source: string,
  targetOf: (address: string) => Target,
  { lesson, context, maxBytes }: Place & { readonly maxBytes: number | undefined },
) {
  const found = new Map<string, FoundPicture>();
  const written = new Map<string, string>();
  for (const [address, count] of findPictures(source)) {
    const read = await readShrunk(targetOf(address), context);
    if ('url' in read) written.set(address, read.url);
    if ('reason' in read) context.report.add(read.outcome, lesson.title, read.reason);
    if ('picture' in read) found.set(address, { picture: read.picture, count });
  }
  const { pictures, tooMany } = await embedPictures(source, found, context.tools, maxBytes);
  for (const [address, { digest, type, sizeBytes }] of pictures) {
    context.files.set(digest, { type, sizeBytes });
    written.set(address, filePictureAddress(digest));
  }
  for (const _ of tooMany) context.report.add('leftOut', lesson.title, reasons.tooManyPictures);
  return written;
}

/** Decoded, they have many times as many bytes. */
const LARGE_PICTURE_BYTES = 1024 * 1024;

/** Shrinks a picture at once: those of a lesson, as large as they are in the file, may be more than the memory has. */
function readShrunk(target: Target, { tools, largeFiles }: LessonContext): Promise<ReadPicture> {
  const read = async (): Promise<ReadPicture> => {
    const found = await readPicture(target);
    if (!('picture' in found)) return found;
    const picture = await tools.shrinkPicture(found.picture, PICTURE_SIDE_PX);
    return picture === null ? { outcome: 'leftOut', reason: reasons.undecodable } : { picture };
  };
  const isLarge = target.kind === 'file' && target.file.sizeBytes > LARGE_PICTURE_BYTES;
  return isLarge ? largeFiles.run(read) : read();
}

interface Writing extends Place {
  /** Returns the text of the link. */
  textOf(): string;
  readonly named: Attachment[];
  readonly report: (reason: string) => void;
}

/** The address of a link; null where only its text stays. Files that links lead to become resources. */
function writeLink(target: Target, { named, report, lesson, context, textOf }: Writing): string | null {
  if (target.kind === 'lesson') return `carrel:key/${encodeURIComponent(target.key)}`;
  if (target.kind === 'mail') return target.url;
  if (target.kind === 'web') {
    if (target.wasHttp) report(reasons.madeSecure);
    return target.url;
  }
  if (target.kind === 'file') named.push({ title: textOf(), file: target.file.path });
  if (target.kind === 'missing') context.report.add('missing', lesson.title, reasons.notInFile(target.name));
  return null;
}

function attachmentOf(target: Target): Attachment | null {
  if (target.kind === 'file') return { title: '', file: target.file.path };
  return target.kind === 'web' ? { title: '', url: target.url } : null;
}
