import { encodeText } from '#interchange/course-file/digest.ts';
import type { EmbeddedPicture } from '#interchange/course-file/embedded-pictures.ts';
import { LESSON_BODY_MAX_BYTES } from '#schema/limits.ts';
import type { ImportTools } from './import-tools.ts';

/** A picture as lessons contain it. */
export type Picture = Pick<EmbeddedPicture, 'type' | 'bytes'>;

/**
 * Returns a picture with at most so many pixels on its longest side, in a type that lessons have; the picture itself
 * where that needs no change, null if it cannot be decoded.
 */
export type ShrinkPicture = (picture: Picture, longestSidePx: number) => Promise<Picture | null>;

/** Pictures become smaller in these steps until the text fits into one command. */
const SIDES_PX = [1280, 960, 640, 400] as const;
/** Of a text as JSON, with its pictures: the rest of a command is for its other fields. */
export const TEXT_MAX_BYTES = LESSON_BODY_MAX_BYTES - 100 * 1024;

/** A picture of a text, and how often the text has it. */
export interface FoundPicture {
  readonly picture: Picture;
  readonly count: number;
}

export interface Embedded {
  /** By address: those that fit. */
  readonly pictures: ReadonlyMap<string, EmbeddedPicture>;
  readonly undecodable: readonly string[];
  readonly tooMany: readonly string[];
}

/** Makes the pictures of a text, by their addresses, so small that they fit into it. `text` is the text without them. */
export async function embedPictures(
  text: string,
  found: ReadonlyMap<string, FoundPicture>,
  { shrinkPicture, hash }: Pick<ImportTools, 'shrinkPicture' | 'hash'>,
): Promise<Embedded> {
  const budget = TEXT_MAX_BYTES - encodeText(JSON.stringify(text)).length;
  const undecodable = new Set<string>();
  const pictures = new Map<string, EmbeddedPicture>();
  let fitting: Shrunk[] = [];
  for (const side of SIDES_PX) {
    fitting = [];
    for (const [address, { picture, count }] of found) {
      const smaller = await shrinkPicture(picture, side);
      if (smaller === null) undecodable.add(address);
      else fitting.push({ address, picture: smaller, sizeBytes: count * encodedBytes(smaller) });
    }
    if (sizeOf(fitting) <= budget) break;
  }
  fitting.sort((one, other) => one.sizeBytes - other.sizeBytes);
  while (fitting.length > 0 && sizeOf(fitting) > budget) fitting.pop();
  for (const { address, picture } of fitting)
    pictures.set(address, { digest: await hash(picture.bytes), ...picture });
  const tooMany = [...found.keys()].filter((address) => !pictures.has(address) && !undecodable.has(address));
  return { pictures, tooMany, undecodable: [...undecodable] };
}

interface Shrunk {
  readonly address: string;
  readonly picture: Picture;
  /** In the text, with all repeats. */
  readonly sizeBytes: number;
}

const sizeOf = (pictures: readonly Shrunk[]): number =>
  pictures.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** As a data URI. */
const encodedBytes = ({ bytes }: Picture): number =>
  'data:image/svg+xml;base64,'.length + Math.ceil(bytes.length / 3) * 4;
