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

const BYTES = 256;
/** The tables of a byte that so many zero bytes follow, one after the other: from none to seven. */
const tables = Int32Array.from(Array.from({ length: 8 }, (_, zeros) => [...tableBefore(zeros)]).flat());

/**
 * The checksum of zip entries (ISO 3309), as an unsigned number. `before` is that of the bytes in front of these, where
 * an entry is read in pieces.
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  let checksum = ~before;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lengthInEights = bytes.length - (bytes.length % 8);
  // Eight bytes at once take half of the time of four, and a quarter of that of one.
  for (let at = 0; at < lengthInEights; at += 8)
    checksum =
      ofFourBytes(checksum ^ view.getInt32(at, true), 4) ^ ofFourBytes(view.getInt32(at + 4, true), 0);
  // By index, as iterating over a typed array takes three times as long.
  for (let at = lengthInEights; at < bytes.length; at += 1)
    checksum = (checksum >>> 8) ^ (table[(checksum ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  return ~checksum >>> 0;
}

/** The checksum of four bytes in the order of their addresses, that so many zero bytes follow. */
const ofFourBytes = (bytes: number, zeros: number): number =>
  inTable(zeros + 3, bytes & 0xff) ^
  inTable(zeros + 2, (bytes >>> 8) & 0xff) ^
  inTable(zeros + 1, (bytes >>> 16) & 0xff) ^
  inTable(zeros, bytes >>> 24);

const inTable = (zeros: number, byte: number): number => tables[zeros * BYTES + byte] ?? 0;
