import type { Picture, ShrinkPicture } from '#interchange/import/finish/import-tools.ts';

/** Types that lessons show as they are. */
const SHOWN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
/** Pictures up to this size are never decoded. */
const SMALL_BYTES = 40 * 1024;
/** Larger ones are encoded again even where they have few pixels. */
const LARGE_BYTES = 300 * 1024;
const QUALITY = 0.8;

/**
 * Returns a picture with at most `longestSidePx` pixels on its longest side: WebP, or JPEG where the browser encodes no
 * WebP. Drawings and small pictures keep their bytes. Null for what the browser cannot decode.
 */
export const shrinkPicture: ShrinkPicture = async (picture, longestSidePx) => {
  const { type, bytes } = picture;
  const isShown = SHOWN.has(type);
  if (type === 'image/svg+xml' || (isShown && bytes.length <= SMALL_BYTES)) return picture;
  if (typeof OffscreenCanvas === 'undefined') return isShown ? picture : null;
  const image = await decode(blobOf(picture));
  if (image === null) return null;
  const longest = Math.max(image.width, image.height);
  if (isShown && longest <= longestSidePx && bytes.length <= LARGE_BYTES) {
    image.close();
    return picture;
  }
  const encoded = await encode(image, Math.min(1, longestSidePx / longest));
  const isSmaller = encoded.size < bytes.length || longest > longestSidePx || !isShown;
  return isSmaller ? { type: encoded.type, bytes: new Uint8Array(await encoded.arrayBuffer()) } : picture;
};

/** Without a copy where the picture is a part of the chosen file. */
const blobOf = ({ type, bytes, stored }: Picture): Blob =>
  stored instanceof Blob && stored.type === type ? stored : new Blob([bytes], { type });

async function decode(source: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(source, { imageOrientation: 'from-image' });
  } catch {
    return null;
  }
}

async function encode(image: ImageBitmap, scale: number): Promise<Blob> {
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser has no canvas to draw on');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  image.close();
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY });
  if (webp.type === 'image/webp') return webp;
  // Without an alpha channel, transparent parts would become black.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}
