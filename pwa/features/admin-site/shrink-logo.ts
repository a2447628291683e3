import {
  SITE_LOGO_FILE_MAX_BYTES,
  SITE_LOGO_LONGEST_SIDE_PX,
  SITE_LOGO_MAX_CHARACTERS,
} from '#schema/limits.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';

/** A drawing may contain programs and addresses; the browser would decode it, so its type is refused. */
const DRAWING = /^image\/svg/;
/** Sides that are tried one after the other, because a photograph takes more characters than a drawn logo. */
const SIDES = [1, 0.6, 0.375].map((share) => Math.round(SITE_LOGO_LONGEST_SIDE_PX * share));

/**
 * Converts a chosen picture into the logo: small enough for every page, with its transparent areas, as a data URL.
 *
 * @throws {Error} with a user-facing message for a file that is too large, not a picture, or an SVG
 */
export async function shrinkLogo(file: File): Promise<string> {
  if (DRAWING.test(file.type) || file.size > SITE_LOGO_FILE_MAX_BYTES)
    throw new UserFacingError(adminMessages.siteLogoUnreadable);
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new UserFacingError(adminMessages.siteLogoUnreadable, { cause });
  });
  try {
    const logo = SIDES.map((side) => draw(image, side)).find((one) => one.length <= SITE_LOGO_MAX_CHARACTERS);
    if (logo === undefined) throw new UserFacingError(adminMessages.siteLogoTooLarge);
    return logo;
  } finally {
    image.close();
  }
}

function draw(image: ImageBitmap, longestSide: number): string {
  const scale = Math.min(1, longestSide / Math.max(image.width, image.height));
  const [width, height] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (context === null) throw new UserFacingError(adminMessages.siteLogoUnreadable);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}
