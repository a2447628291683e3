import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { thumbnailsFolder } from '../media/media-folder.ts';

const WIDTHS = [640, 1280] as const;
const ASPECT = 9 / 16;
const QUALITY = 82;
const PIXELS_MAX = 40_000_000;
/** SVG pixels per inch: 1280 units wide are drawn at 1280 pixels. */
const DENSITY = 96;

/**
 * Renders a cover as WebP in both widths into the thumbnails folder. Returns the path of the wide one; its
 * name contains a hash of the source, so it can be cached permanently.
 */
export async function renderCover(dataFolder: string, courseId: string, source: string): Promise<string> {
  const bytes = await readFile(source);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const folder = thumbnailsFolder(dataFolder);
  await mkdir(folder, { recursive: true });
  for (const width of WIDTHS) {
    await sharp(bytes, { density: DENSITY, limitInputPixels: PIXELS_MAX })
      .resize(width, Math.round(width * ASPECT), { fit: 'cover' })
      .webp({ quality: QUALITY })
      .toFile(join(folder, `${courseId}-${hash}-${width}.webp`));
  }
  return `/media/thumbnails/${courseId}-${hash}-1280.webp`;
}
