import sharp, { type Sharp } from 'sharp';
import { AVATAR_DATA_MAX_CHARACTERS } from '#schema/account/profile.ts';
import { AVATAR_JPEG_QUALITY, AVATAR_LONGEST_SIDE_PX } from '#schema/limits.ts';

/** Larger than any image that was shrunk to 400 px before it was sent; checked before decoding. */
const PIXELS_MAX = 16_000_000;
const SMALL_SIDE_PX = 96;
const DATA_URL = /^data:image\/(?:jpeg|png|webp);base64,/;
const formats: ReadonlySet<string | undefined> = new Set(['jpeg', 'png', 'webp']);

/** A stored profile picture: JPEG data URLs, full size and small. */
export interface AvatarImage {
  readonly avatar: string;
  readonly avatarSmall: string;
}

/**
 * Decodes the sent image and re-encodes it (docs/spec-map.md, section 5: at most 400 px, JPEG, quality 0.7),
 * which drops all other data in it (a location, a script, a second file). Returns null when the bytes are not
 * JPEG, PNG or WebP, whatever their stated type.
 */
export async function encodeAvatar(dataUrl: string): Promise<AvatarImage | null> {
  const bytes = Buffer.from(dataUrl.replace(DATA_URL, ''), 'base64');
  try {
    const image = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 });
    const { format } = await image.metadata();
    if (!formats.has(format)) return null;
    const avatar = await encode(image, AVATAR_LONGEST_SIDE_PX);
    if (avatar.length > AVATAR_DATA_MAX_CHARACTERS) return null;
    return { avatar, avatarSmall: await encode(image, SMALL_SIDE_PX) };
  } catch {
    return null;
  }
}

/** Rotated by its orientation tag, and white where it was transparent: JPEG supports neither. */
async function encode(image: Sharp, longestSidePx: number): Promise<string> {
  const jpeg = await image
    .clone()
    .rotate()
    .resize(longestSidePx, longestSidePx, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: Math.round(AVATAR_JPEG_QUALITY * 100) })
    .toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}
