import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Site } from '#schema/site/site.ts';
import { logoBytes } from '../site/logo-image.ts';

interface Icon {
  readonly sizePx: number;
  /** The longest side of the logo, as a share of that of the icon. */
  readonly share: number;
}

/**
 * The icons of the app, which a school's logo replaces. Systems cut a maskable one to any shape within 80 % of it, and
 * round the corners of Apple's.
 */
const icons: ReadonlyMap<string, Icon> = new Map([
  ['/icon-192.png', { sizePx: 192, share: 0.86 }],
  ['/icon-512.png', { sizePx: 512, share: 0.86 }],
  ['/icon-maskable-512.png', { sizePx: 512, share: 0.62 }],
  ['/apple-touch-icon.png', { sizePx: 180, share: 0.74 }],
]);
/** Behind transparent areas, which systems show in black: the paper of the pages, on which a logo is seen. */
const PAPER = '#fbfaf6';
const VERSION_CHARACTERS = 8;

export const isIcon = (path: string): boolean => icons.has(path);

/** Draws the logo in the middle of a square of the icon's size, as PNG. */
export async function drawIcon(path: string, logo: string): Promise<Uint8Array<ArrayBuffer>> {
  const { sizePx, share } = icons.get(path) ?? { sizePx: 512, share: 1 };
  const bytes = logoBytes(logo);
  const background = await findGround(bytes);
  const margin = Math.round((sizePx * (1 - share)) / 2);
  const side = sizePx - 2 * margin;
  const png = await sharp(bytes)
    .flatten({ background })
    .resize(side, side, { fit: 'contain', background })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background })
    .png({ palette: true })
    .toBuffer();
  return new Uint8Array(png);
}

/** The ground of the logo itself, as far as its corner has one: otherwise it would be a picture in a frame. */
async function findGround(bytes: Uint8Array): Promise<string> {
  const corner = sharp(bytes).extract({ left: 0, top: 0, width: 1, height: 1 });
  const pixel = await corner.toColourspace('srgb').ensureAlpha().raw().toBuffer();
  const [colour, alpha] = [pixel.toString('hex', 0, 3), pixel.toString('hex', 3)];
  return alpha === 'ff' ? `#${colour}` : PAPER;
}

/** Follows the address of an icon: what has stored the icon under its address asks for a changed one. */
export const iconQuery = ({ logo }: Pick<Site, 'logo'>): string =>
  logo === '' ? '' : `?v=${createHash('sha256').update(logo).digest('hex').slice(0, VERSION_CHARACTERS)}`;
