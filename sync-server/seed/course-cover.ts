import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { FileStore } from '../media-store/media-store.ts';
import { thumbnailName } from '../media-store/stored-names.ts';

const WIDTHS = [640, 1280] as const;
const ASPECT = 9 / 16;
const QUALITY = 82;
const PIXELS_MAX = 40_000_000;
/** SVG pixels per inch: 1280 units wide are drawn at 1280 pixels. */
const DENSITY = 96;

/**
 * Stores a cover as WebP in both widths. Returns the address of the wide one; its
 * name contains a hash of the source, so it can be cached permanently.
 */
export async function renderCover(store: FileStore, courseId: string, source: string): Promise<string> {
  const bytes = await readFile(source);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  for (const width of WIDTHS) {
    const image = await sharp(bytes, { density: DENSITY, limitInputPixels: PIXELS_MAX })
      .resize(width, Math.round(width * ASPECT), { fit: 'cover' })
      .webp({ quality: QUALITY })
      .toBuffer();
    await store.write(thumbnailName(`${courseId}-${hash}-${width}.webp`), image);
  }
  return `/media/thumbnails/${courseId}-${hash}-1280.webp`;
}
