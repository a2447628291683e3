const POLYNOMIAL = 0xedb88320;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** The checksum of a byte that so many zero bytes follow. */
function tableBefore(zeros: number): Uint32Array {
  return table.map((value) => {
    let checksum = value;
    for (let at = 0; at < zeros; at += 1) checksum = (checksum >>> 8) ^ (table[checksum & 0xff] ?? 0);
    return checksum;
  });
}

const [before3, before2, before1] = [tableBefore(3), tableBefore(2), tableBefore(1)];

/**
 * The checksum of zip entries (ISO 3309), as an unsigned number. `before` is that of the bytes in front of these, where
 * an entry is read in pieces.
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  let checksum = ~before;
  const lengthInFours = bytes.length - (bytes.length % 4);
  // By index, as iterating over a typed array takes three times as long; four bytes at once take half as long.
  for (let at = 0; at < lengthInFours; at += 4) {
    const value = checksum ^ fourBytesAt(bytes, at);
    checksum =
      (before3[value & 0xff] ?? 0) ^
      (before2[(value >>> 8) & 0xff] ?? 0) ^
      (before1[(value >>> 16) & 0xff] ?? 0) ^
      (table[value >>> 24] ?? 0);
  }
  for (let at = lengthInFours; at < bytes.length; at += 1)
    checksum = (checksum >>> 8) ^ (table[(checksum ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  return ~checksum >>> 0;
}

const fourBytesAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) |
  ((bytes[at + 1] ?? 0) << 8) |
  ((bytes[at + 2] ?? 0) << 16) |
  ((bytes[at + 3] ?? 0) << 24);
