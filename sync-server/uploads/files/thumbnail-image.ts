import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { THUMBNAIL_MAX_PIXELS, THUMBNAIL_WIDTHS_PX } from '#schema/limits.ts';
import type { Deps } from '#sync-server/deps.ts';
import { ApiError } from '#sync-server/http/reply/api-error.ts';
import { storageProblem } from '#sync-server/media/storage-problem.ts';
import { removeUnneeded } from '#sync-server/media-store/remove-unneeded.ts';
import { newFileId, thumbnailNames } from '#sync-server/media-store/stored-names.ts';
import { findImageKind } from './image-kind.ts';
import { isPlainWebp } from './plain-webp.ts';
import type { ReceivedFile } from './receive-file.ts';

const QUALITY = 82;
const WIDEST_PX = 1280;
/** The maximum ratio of height to width; WebP is limited to 16,383 pixels. */
const TALLEST = 2;

type Needs = Pick<Deps, 'mediaStore' | 'log'>;

/**
 * Decodes an image and re-encodes it as WebP in both widths (never enlarged), rotated by its orientation tag;
 * all other metadata is dropped. A picture that this server could have written is stored as the wide one without a
 * change, so a course keeps its bytes on the way through a file (docs/why/files.md). Returns the address of the wide
 * one; its name is new and random. Throws ApiError: 400 when it is not an image, 413 above 40 megapixels (checked by
 * its header, before decoding), 507 when the disk is full.
 */
export async function renderThumbnail(deps: Needs, file: ReceivedFile): Promise<string> {
  if (findImageKind(file.head) === null) throw new ApiError('not_an_image');
  await requireDecodable(file.path);
  const address = `/media/thumbnails/${newFileId()}-${WIDEST_PX}.webp`;
  const names = thumbnailNames(address);
  try {
    // Both are encoded before one is stored.
    const encoded = [];
    for (const width of THUMBNAIL_WIDTHS_PX) encoded.push(await render(file, width));
    for (const [i, bytes] of encoded.entries()) await deps.mediaStore.write(names[i] ?? '', bytes);
  } catch (error) {
    await removeUnneeded(deps, ...names);
    throw storageProblem(error) ?? new ApiError('not_an_image');
  }
  return address;
}

/** The narrow picture is always encoded, so the whole source has been decoded in any case. */
async function render(file: ReceivedFile, width: number): Promise<Buffer> {
  const encoded = await encode(file.path, width);
  return width === WIDEST_PX ? ((await findWritten(file)) ?? encoded) : encoded;
}

/** The bytes of a picture that has the form and the size of a wide one; null for any other. */
async function findWritten({ path, head }: ReceivedFile): Promise<Buffer | null> {
  if (findImageKind(head) !== 'webp') return null;
  const bytes = await readFile(path);
  if (!isPlainWebp(bytes)) return null;
  const { width, height } = await sharp(bytes).metadata();
  return width <= WIDEST_PX && height <= WIDEST_PX * TALLEST ? bytes : null;
}

async function requireDecodable(path: string): Promise<void> {
  const { width, height } = await sharp(path, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => {
      throw new ApiError('not_an_image');
    });
  if (width * height > THUMBNAIL_MAX_PIXELS) throw new ApiError('image_too_large');
}

function encode(source: string, width: number): Promise<Buffer> {
  return sharp(source, { limitInputPixels: THUMBNAIL_MAX_PIXELS, failOn: 'error', pages: 1 })
    .rotate()
    .resize(width, width * TALLEST, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
}
