import { crc32 } from '#interchange/archive/crc32.ts';
import { encodeText } from '#interchange/course-file/digest.ts';

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const VERSION = 20;
/** Names are in UTF-8. */
const FLAGS = 0x0800;
/** 1 January 1980. */
const DATE = 0x21;

/** A zip of entries that are stored as they are, below 4 GB. */
export function zipStored(entries: readonly { name: string; bytes: Uint8Array }[]): ArrayBuffer {
  const writer = new Writer(
    entries.reduce((size, { name, bytes }) => size + 76 + 2 * encodeText(name).length + bytes.length, 22),
  );
  const offsets = entries.map(({ name, bytes }) => {
    const offset = writer.at;
    writer.write32(LOCAL_HEADER);
    writeFields(writer, name, bytes);
    writer.writeBytes(encodeText(name));
    writer.writeBytes(bytes);
    return offset;
  });
  const start = writer.at;
  entries.forEach(({ name, bytes }, at) => {
    writer.write32(DIRECTORY_HEADER);
    writer.write16(VERSION);
    writeFields(writer, name, bytes);
    for (let field = 0; field < 3; field += 1) writer.write16(0);
    writer.write32(0);
    writer.write32(offsets[at] ?? 0);
    writer.writeBytes(encodeText(name));
  });
  const size = writer.at - start;
  writer.write32(DIRECTORY_END);
  writer.write32(0);
  writer.write16(entries.length);
  writer.write16(entries.length);
  writer.write32(size);
  writer.write32(start);
  writer.write16(0);
  return writer.buffer;
}

/** The fields that both headers have. */
function writeFields(writer: Writer, name: string, bytes: Uint8Array): void {
  writer.write16(VERSION);
  writer.write16(FLAGS);
  writer.write16(0);
  writer.write16(0);
  writer.write16(DATE);
  writer.write32(crc32(bytes));
  writer.write32(bytes.length);
  writer.write32(bytes.length);
  writer.write16(encodeText(name).length);
  writer.write16(0);
}

class Writer {
  readonly buffer: ArrayBuffer;
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(size: number) {
    this.buffer = new ArrayBuffer(size);
    this.#view = new DataView(this.buffer);
    this.#bytes = new Uint8Array(this.buffer);
  }

  write16(value: number): void {
    this.#view.setUint16(this.at, value, true);
    this.at += 2;
  }

  write32(value: number): void {
    this.#view.setUint32(this.at, value >>> 0, true);
    this.at += 4;
  }

  writeBytes(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.at);
    this.at += bytes.length;
  }
}
