import { randomBytes } from 'node:crypto';
import { THUMBNAIL_WIDTHS_PX } from '#schema/limits.ts';

/** 128 random bits: an unguessable address, and a name that no upload chooses. */
const FILE_ID_BYTES = 16;

export const newFileId = (): string => randomBytes(FILE_ID_BYTES).toString('hex');

/** The name of a video, a document or captions. */
export const mediaName = (fileId: string): string => `media/${fileId}`;

export const thumbnailName = (file: string): string => `thumbnails/${file}`;

/** The names of an own thumbnail by its address, in both widths; none for any other address. */
export function thumbnailNames(address: string): string[] {
  const name = /^\/media\/thumbnails\/([A-Za-z0-9_-]{1,75})-1280\.webp$/.exec(address)?.[1];
  if (name === undefined) return [];
  return THUMBNAIL_WIDTHS_PX.map((width) => thumbnailName(`${name}-${width}.webp`));
}
