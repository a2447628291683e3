/** What a file can become in a course. */
export interface FileType {
  readonly kind: 'pdf' | 'video' | 'picture' | 'captions';
  /** MIME type. */
  readonly type: string;
}

const latin = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** By its first bytes, never by its name; null for a file of any other kind. */
export function fileTypeOf(bytes: Uint8Array): FileType | null {
  const start = latin(bytes, 0, 4);
  if (latin(bytes, 0, 1024).includes('%PDF-')) return { kind: 'pdf', type: 'application/pdf' };
  if (latin(bytes, 4, 8) === 'ftyp') return typeOfBrand(latin(bytes, 8, 12));
  if (start === '\x1a\x45\xdf\xa3') return { kind: 'video', type: 'video/webm' };
  if (start === '\x89PNG') return { kind: 'picture', type: 'image/png' };
  if (start.startsWith('\xff\xd8\xff')) return { kind: 'picture', type: 'image/jpeg' };
  if (start === 'GIF8') return { kind: 'picture', type: 'image/gif' };
  if (start === 'RIFF' && latin(bytes, 8, 12) === 'WEBP') return { kind: 'picture', type: 'image/webp' };
  if (start.startsWith('BM')) return { kind: 'picture', type: 'image/bmp' };
  if (/^(\xef\xbb\xbf)?WEBVTT/.test(latin(bytes, 0, 9))) return { kind: 'captions', type: 'text/vtt' };
  return isSvg(latin(bytes, 0, 4_096)) ? { kind: 'picture', type: 'image/svg+xml' } : null;
}

/** Pictures and sounds have the same container as videos. */
function typeOfBrand(brand: string): FileType | null {
  if (/^avi[fs]/.test(brand)) return { kind: 'picture', type: 'image/avif' };
  if (/^(?:he[iv]|mif1|msf1)/.test(brand)) return { kind: 'picture', type: 'image/heic' };
  if (/^M4[AB]/.test(brand)) return null;
  return { kind: 'video', type: brand.startsWith('qt') ? 'video/quicktime' : 'video/mp4' };
}

/** A comment ends at its first end, as a pattern that may go on tries all ways to divide a row of comments. */
const isSvg = (text: string): boolean =>
  /^(\xef\xbb\xbf)?\s*(<\?xml[^>]*>\s*|<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/i.test(
    text,
  );
