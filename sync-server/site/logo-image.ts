import sharp from 'sharp';
import { SITE_LOGO_LONGEST_SIDE_PX, SITE_LOGO_MAX_CHARACTERS } from '#schema/limits.ts';

/** Larger than any picture that was shrunk before it was sent; checked before decoding. */
const PIXELS_MAX = 16_000_000;
const DATA_URL = /^data:image\/(?:jpeg|png|webp);base64,/;
const formats: ReadonlySet<string | undefined> = new Set(['jpeg', 'png', 'webp']);

/**
 * Decodes the sent picture and encodes it again as a PNG, which every browser and mail program shows, without all other
 * data in it. Null if its bytes are not a JPEG, PNG or WebP, whatever it says, or if it is too large for every page.
 */
export async function encodeLogo(dataUrl: string): Promise<string | null> {
  const bytes = Buffer.from(dataUrl.replace(DATA_URL, ''), 'base64');
  try {
    const image = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 });
    if (!formats.has((await image.metadata()).format)) return null;
    const side = SITE_LOGO_LONGEST_SIDE_PX;
    const resized = image.rotate().resize(side, side, { fit: 'inside', withoutEnlargement: true });
    const png = await resized.png({ palette: true, effort: 10 }).toBuffer();
    const logo = `data:image/png;base64,${png.toString('base64')}`;
    return logo.length > SITE_LOGO_MAX_CHARACTERS ? null : logo;
  } catch {
    return null;
  }
}

/** The bytes of a stored logo. */
export const logoBytes = (logo: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(logo.replace(DATA_URL, ''), 'base64'));
