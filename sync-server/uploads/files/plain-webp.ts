/** The chunks of a still picture without metadata, in the order of the format. */
const PLAIN_CHUNKS = /^(?:VP8 |VP8L|VP8X(?:ALPH)?VP8 |VP8XVP8L)$/;
const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** The only feature of an extended file (VP8X) that a still picture without metadata has. */
const ALPHA = 0x10;

/**
 * Whether bytes are a WebP of the form that this server writes: one still picture, no colour profile, no metadata,
 * nothing before or after it. Whether it can be decoded is not examined.
 */
export function isPlainWebp(bytes: Buffer): boolean {
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  if (!isWebp || bytes.length % 2 !== 0 || bytes.readUInt32LE(4) !== bytes.length - 8) return false;
  let names = '';
  for (let at = RIFF_HEADER_BYTES; at < bytes.length; ) {
    if (at + CHUNK_HEADER_BYTES > bytes.length) return false;
    const name = bytes.toString('latin1', at, at + 4);
    const sizeBytes = bytes.readUInt32LE(at + 4);
    const end = at + CHUNK_HEADER_BYTES + sizeBytes;
    if (end > bytes.length || (sizeBytes % 2 === 1 && bytes[end] !== 0)) return false;
    if (name === 'VP8X' && (sizeBytes !== 10 || ((bytes[at + CHUNK_HEADER_BYTES] ?? 0) & ~ALPHA) !== 0))
      return false;
    names += name;
    at = end + (sizeBytes % 2);
  }
  return PLAIN_CHUNKS.test(names);
}
