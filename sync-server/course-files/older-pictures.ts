import sharp from 'sharp';
import type { PlainCourse } from '#interchange/course-file/plain-course.ts';
import { THUMBNAIL_MAX_PIXELS } from '#schema/limits.ts';
import type { FileStore } from '../media-store/media-store.ts';

/** Of JPEG, for pictures that have lost some of theirs as WebP. */
const QUALITY = 88;
const WEBP = 'image/webp';
/**
 * So many pixels of one book are encoded, some fifty large pictures: that takes up to ten seconds, for which the device
 * waits without a reply.
 */
const BOOK_PIXELS_MAX = 100_000_000;

interface Picture {
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly pixels: number;
}

interface Stored {
  readonly mediaStore: Pick<FileStore, 'findBytes'>;
  /** The names of the stored files by their digests. */
  readonly storedNames: ReadonlyMap<string, string>;
}

/**
 * Returns a course whose still WebP pictures, those of texts and its own, are JPEG, or PNG where they have transparent
 * parts: readers that know only EPUB 3.2 open no WebP. They stay under the digests of the course's pictures. The same
 * picture becomes the same bytes. One that cannot be read, or that moves, stays as it is, as do the last ones of very many.
 */
export async function withOlderPictures<Course extends PlainCourse>(
  course: Course,
  stored: Stored,
): Promise<Course> {
  const { outline } = course;
  const pictures = new Map(course.pictures);
  const files = { ...outline.files };
  let pixelsLeft = BOOK_PIXELS_MAX;
  for (const digest of digestsOf(course)) {
    const bytes =
      course.pictures.get(digest) ??
      (await stored.mediaStore.findBytes(stored.storedNames.get(digest) ?? ''));
    const picture = bytes === null ? null : await convert(bytes, pixelsLeft);
    if (picture === null) continue;
    pixelsLeft -= picture.pixels;
    pictures.set(digest, picture.bytes);
    files[digest] = { type: picture.type, sizeBytes: picture.bytes.length };
  }
  return { ...course, outline: { ...outline, files }, pictures };
}

/** The WebP pictures of a course. */
function digestsOf({ outline, pictures }: PlainCourse): string[] {
  const { picture } = outline;
  const cover = picture !== null && 'file' in picture ? [picture.file] : [];
  return [...new Set([...cover, ...pictures.keys()])].filter(
    (digest) => outline.files[digest]?.type === WEBP,
  );
}

/** Null for what is no still WebP with at most so many pixels. */
async function convert(webp: Uint8Array, pixelsMax: number): Promise<Picture | null> {
  const source = sharp(webp, { limitInputPixels: THUMBNAIL_MAX_PIXELS, failOn: 'error' });
  try {
    const { format, width, height, pages = 1, hasAlpha } = await source.metadata();
    const pixels = width * height;
    if (format !== 'webp' || pages > 1 || pixels > pixelsMax) return null;
    const isOpaque = !hasAlpha || (await source.stats()).isOpaque;
    const [type, encoded] = isOpaque
      ? ['image/jpeg', source.jpeg({ quality: QUALITY })]
      : ['image/png', source.png()];
    return { type, bytes: await encoded.toBuffer(), pixels };
  } catch {
    return null;
  }
}
