import type { ByteSource } from '../archive/byte-source.ts';
import { crc32 } from '../archive/crc32.ts';
import { dataDescriptor, directory, localHeader, type WrittenEntry } from '../media-pack/zip-records.ts';

interface TestEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A zip of stored entries, as packs are written, with any names. */
export function writeZipForTest(files: readonly TestEntry[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const entries: WrittenEntry[] = [];
  let offset = 0;
  const add = (part: Uint8Array) => {
    parts.push(part);
    offset += part.length;
  };
  for (const { name, bytes } of files) {
    const entry = { name, sizeBytes: bytes.length, crc32: crc32(bytes), offset };
    entries.push(entry);
    for (const part of [localHeader(entry), bytes, dataDescriptor(entry)]) add(part);
  }
  for (const part of directory(entries, offset)) add(part);
  const zip = new Uint8Array(offset);
  let at = 0;
  for (const part of parts) {
    zip.set(part, at);
    at += part.length;
  }
  return zip;
}

export const sourceOf = (bytes: Uint8Array): ByteSource => ({
  sizeBytes: bytes.length,
  read: async (offset, length) => bytes.slice(offset, offset + length),
});
