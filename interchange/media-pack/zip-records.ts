import { LOCAL_HEADER_BYTES } from '../archive/local-header.ts';

/*
 * The records around the stored bytes of a zip below 4 GB. An entry's checksum follows its bytes, so they are passed on
 * while they are read. Every entry has the date 1980-01-01: a pack says nothing of when it was made.
 */

/** An entry as it is planned; its name is ASCII. */
export interface PlannedEntry {
  readonly name: string;
  readonly sizeBytes: number;
}

/** An entry that was written. */
export interface WrittenEntry extends PlannedEntry {
  readonly crc32: number;
  /** Of its local header. */
  readonly offset: number;
}

/** Version 2.0 of the format. */
const VERSION = 20;
/** The checksum follows the bytes (bit 3). */
const FLAGS = 0x08;
const DATE = (0 << 9) | (1 << 5) | 1;
const DESCRIPTOR_BYTES = 16;
const DIRECTORY_ENTRY_BYTES = 46;
const END_BYTES = 22;

export function localHeader({ name }: PlannedEntry): Uint8Array<ArrayBuffer> {
  return record(LOCAL_HEADER_BYTES, name, (view) => {
    view.setUint32(0, 0x04034b50, true);
    writeKind(view, 4);
    view.setUint16(26, name.length, true);
  });
}

/** Follows the bytes of an entry. */
export function dataDescriptor({ sizeBytes, crc32 }: WrittenEntry): Uint8Array<ArrayBuffer> {
  return record(DESCRIPTOR_BYTES, '', (view) => {
    view.setUint32(0, 0x08074b50, true);
    writeSizes(view, 4, { sizeBytes, crc32 });
  });
}

/** The directory at the end of the zip, which begins at `offset`. */
export function directory(entries: readonly WrittenEntry[], offset: number): Uint8Array<ArrayBuffer>[] {
  const records = entries.map(directoryEntry);
  const sizeBytes = records.reduce((sum, { length }) => sum + length, 0);
  const end = record(END_BYTES, '', (view) => {
    view.setUint32(0, 0x06054b50, true);
    view.setUint16(8, entries.length, true);
    view.setUint16(10, entries.length, true);
    view.setUint32(12, sizeBytes, true);
    view.setUint32(16, offset, true);
  });
  return [...records, end];
}

/** The bytes that an entry takes beside its own, the directory included. */
export const overheadOf = (name: string): number =>
  LOCAL_HEADER_BYTES + DESCRIPTOR_BYTES + DIRECTORY_ENTRY_BYTES + 2 * name.length;

export const END_OF_ZIP_BYTES = END_BYTES;

function directoryEntry(entry: WrittenEntry): Uint8Array<ArrayBuffer> {
  return record(DIRECTORY_ENTRY_BYTES, entry.name, (view) => {
    view.setUint32(0, 0x02014b50, true);
    view.setUint16(4, VERSION, true);
    writeKind(view, 6);
    writeSizes(view, 16, entry);
    view.setUint16(28, entry.name.length, true);
    view.setUint32(42, entry.offset, true);
  });
}

/** The method is 0: stored. */
function writeKind(view: DataView, at: number): void {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 2, FLAGS, true);
  view.setUint16(at + 8, DATE, true);
}

type Sizes = Pick<WrittenEntry, 'sizeBytes' | 'crc32'>;

function writeSizes(view: DataView, at: number, { sizeBytes, crc32 }: Sizes): void {
  view.setUint32(at, crc32, true);
  view.setUint32(at + 4, sizeBytes, true);
  view.setUint32(at + 8, sizeBytes, true);
}

function record(sizeBytes: number, name: string, write: (view: DataView) => void): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes + name.length);
  write(new DataView(bytes.buffer));
  for (let at = 0; at < name.length; at += 1) bytes[sizeBytes + at] = name.charCodeAt(at);
  return bytes;
}
