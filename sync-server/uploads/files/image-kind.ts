/** The image types that are decoded. Other types, SVG above all, never reach a decoder. */
export type ImageKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** Returns the type detected from the first bytes of a file, or null. Ignores the sent name and type. */
export function findImageKind(head: Buffer): ImageKind | null {
  const text = head.toString('latin1', 0, 64);
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  return isAvif(head) ? 'avif' : null;
}

/**
 * ISO base media whose major or compatible brands include AVIF (others of this family hold HEIC or videos).
 */
function isAvif(head: Buffer): boolean {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return false;
  const boxEnd = Math.min(head.readUInt32BE(0), head.length, 256);
  for (let at = 8; at + 4 <= boxEnd; at += 4) {
    if (/^avi[fs]$/.test(head.toString('latin1', at, at + 4))) return true;
  }
  return false;
}
