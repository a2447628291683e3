import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { THUMBNAIL_MAX_PIXELS, THUMBNAIL_WIDTHS_PX } from '#schema/limits.ts';
import { ApiError } from '#sync-server/http/reply/api-error.ts';
import { newFileId, thumbnailsFolder } from '#sync-server/media/media-folder.ts';
import { findImageKind } from './image-kind.ts';
import type { ReceivedFile } from './receive-file.ts';
import { storageProblem } from './storage-problem.ts';
import { removeFiles, temporaryPath } from './uploads-folder.ts';

const QUALITY = 82;
const WIDEST_PX = 1280;
/** The maximum ratio of height to width; WebP is limited to 16,383 pixels. */
const TALLEST = 2;

/**
 * Decodes an image and re-encodes it as WebP in both widths (never enlarged), rotated by its orientation tag;
 * all other metadata is dropped. Returns the address of the wide one; its name is new and random. Throws
 * ApiError: 400 when it is not an image, 413 above 40 megapixels (checked by its header, before decoding),
 * 507 when the disk is full.
 */
export async function renderThumbnail(dataFolder: string, file: ReceivedFile): Promise<string> {
  if (findImageKind(file.head) === null) throw new ApiError('not_an_image');
  await requireDecodable(file.path);
  const id = newFileId();
  const rendered: string[] = [];
  try {
    for (const width of THUMBNAIL_WIDTHS_PX) {
      const path = await temporaryPath(dataFolder);
      rendered.push(path);
      await encode(file.path, path, width);
    }
    await placeThumbnails(dataFolder, id, rendered);
  } catch (error) {
    await removeFiles(...rendered, ...thumbnailPaths(dataFolder, addressOf(id)));
    throw storageProblem(error) ?? new ApiError('not_an_image');
  }
  return addressOf(id);
}

async function requireDecodable(path: string): Promise<void> {
  const { width, height } = await sharp(path, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => {
      throw new ApiError('not_an_image');
    });
  if (width * height > THUMBNAIL_MAX_PIXELS) throw new ApiError('image_too_large');
}

async function encode(source: string, target: string, width: number): Promise<void> {
  const bytes = await sharp(source, { limitInputPixels: THUMBNAIL_MAX_PIXELS, failOn: 'error', pages: 1 })
    .rotate()
    .resize(width, width * TALLEST, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
  await writeFile(target, bytes, { flag: 'wx', mode: 0o600, flush: true });
}

async function placeThumbnails(dataFolder: string, id: string, rendered: readonly string[]): Promise<void> {
  await mkdir(thumbnailsFolder(dataFolder), { recursive: true });
  for (const [i, path] of thumbnailPaths(dataFolder, addressOf(id)).entries()) {
    await rename(rendered[i] ?? '', path);
  }
}

const addressOf = (id: string): string => `/media/thumbnails/${id}-${WIDEST_PX}.webp`;

/** The paths of an own thumbnail, in both widths; none for any other address. */
export function thumbnailPaths(dataFolder: string, address: string): string[] {
  const name = /^\/media\/thumbnails\/([A-Za-z0-9_-]{1,75})-1280\.webp$/.exec(address)?.[1];
  if (name === undefined) return [];
  return THUMBNAIL_WIDTHS_PX.map((width) => join(thumbnailsFolder(dataFolder), `${name}-${width}.webp`));
}
