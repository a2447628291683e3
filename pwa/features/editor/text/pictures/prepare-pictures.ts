import type { Node } from '@tiptap/pm/model';
import { dataUri } from '#interchange/course-file/embedded-pictures.ts';
import {
  type FoundPicture,
  fitPictures,
  PICTURE_SIDE_PX,
} from '#interchange/import/finish/embed-pictures.ts';
import { fileTypeOf } from '#interchange/import/finish/file-type.ts';
import type { Picture } from '#interchange/import/finish/import-tools.ts';
import { jsonBytes, TEXT_MAX_BYTES } from '#interchange/import/finish/lesson-text-size.ts';
import { shrinkPicture } from '#pwa/sync/imports/shrink-picture.ts';
import { LESSON_PICTURE_SOURCE_MAX_BYTES } from '#schema/limits.ts';
import { writeBlock } from '../document/write-lesson.ts';
import { isAnimated } from './is-animated.ts';
import { problems } from './picture-problems.ts';

/** A picture of the device, small enough for a lesson. */
export interface ChosenPicture {
  readonly name: string;
  readonly picture: Picture;
  /** It was animated, and is not any more. */
  readonly isStilled: boolean;
}

/** Reads a file as imports read pictures. Returns a sentence if it cannot be a picture of a text. */
export async function readPicture(file: File): Promise<ChosenPicture | string> {
  const { name } = file;
  if (file.size > LESSON_PICTURE_SOURCE_MAX_BYTES)
    return file.type.startsWith('image/') ? problems.tooLarge(name) : problems.notPicture(name);
  const buffer = await file.arrayBuffer().catch(() => null);
  if (buffer === null) return problems.unreadable(name);
  const bytes = new Uint8Array(buffer);
  const type = fileTypeOf(bytes);
  if (type?.kind !== 'picture')
    return file.type.startsWith('image/') ? problems.undecodable(name) : problems.notPicture(name);
  const source = { type: type.type, bytes };
  const picture = await shrinkPicture(source, PICTURE_SIDE_PX).catch(() => null);
  if (picture === null || !(await canBeShown(picture)))
    return type.type === 'image/heic' ? problems.heic(name) : problems.undecodable(name);
  return { name, picture, isStilled: isAnimated(source) && picture.bytes !== bytes };
}

/** Small pictures and drawings are not decoded before they are shown. */
async function canBeShown(picture: Picture): Promise<boolean> {
  const image = new Image();
  image.src = dataUri(picture);
  if (typeof image.decode !== 'function') return true;
  return image.decode().then(
    () => true,
    () => false,
  );
}

/** Pictures as they are in a text, and why others are not. */
export interface FittedPictures {
  /** Data URIs, in the order of the files. */
  readonly sources: readonly string[];
  readonly problems: readonly string[];
}

/** In JSON, of the tags around one picture. */
const TAGS_BYTES = 200;

/** Makes pictures so small that the server accepts the text with them. */
export async function fitIntoText(doc: Node, chosen: readonly ChosenPicture[]): Promise<FittedPictures> {
  const used = jsonBytes(doc.children.map(writeBlock).join('\n')) + chosen.length * TAGS_BYTES;
  const found = new Map<string, FoundPicture>(
    chosen.map(({ picture }, index) => [String(index), { picture, count: 1 }]),
  );
  const fitting = await fitPictures(found, () => TEXT_MAX_BYTES - used, shrinkPicture);
  const sources: string[] = [];
  const sentences: string[] = [];
  for (const [index, { name, isStilled }] of chosen.entries()) {
    const picture = fitting.get(String(index));
    if (picture === undefined) sentences.push(problems.noRoom(name));
    else sources.push(dataUri(picture));
    if (picture !== undefined && isStilled) sentences.push(problems.stilled(name));
  }
  return { sources, problems: sentences };
}
