import {
  configure,
  type Entry,
  ERR_BAD_FORMAT,
  ERR_EOCDR_NOT_FOUND,
  type FileEntry,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-reader.js';
import { ImportError } from '../import/import-error.ts';
import { checkedName } from './entry-names.ts';
import { FileTree, type TreeFile } from './file-tree.ts';
import type { ByteSource } from './open-archive.ts';
import { ENTRIES_MAX, FILE_MAX_BYTES, requireUnpackable, UNPACKED_MAX_BYTES } from './unpack-limits.ts';

/** The parts of the platform's streams that are used here; browsers and Node both have them. */
declare const ReadableStream: new (source: {
  pull(controller: { enqueue(bytes: Uint8Array): void; close(): void }): Promise<void>;
}) => object;
declare const WritableStream: new (sink: { write(bytes: Uint8Array): void }) => object;

configure({ useWebWorkers: false });

/** Of Unix attributes, in the upper half of the external ones. */
const FILE_KIND = 0o170000;
const REGULAR_FILE = 0o100000;

/**
 * Opens a zip of another program. Sizes that the archive states are verified against the limits before, and those of
 * each entry while it is inflated. Folders, links and devices are skipped. Throws ImportError.
 */
export async function openZip(source: ByteSource): Promise<FileTree> {
  if (source.sizeBytes > FILE_MAX_BYTES) throw new ImportError('tooLarge');
  const reader = new ZipReader(readerOf(source), { strictness: 'strict' });
  const files: TreeFile[] = [];
  const names = new Set<string>();
  let entries = 0;
  let unpacked = 0;
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      entries += 1;
      if (entries > ENTRIES_MAX) throw new ImportError('tooManyEntries');
      if (entry.encrypted) throw new ImportError('encrypted');
      if (entry.directory || isSpecial(entry)) continue;
      const file = new ZipFile(entry, nameOf(entry, names));
      requireUnpackable(entry.compressedSize, file.sizeBytes);
      unpacked += file.sizeBytes;
      if (unpacked > UNPACKED_MAX_BYTES) throw new ImportError('unpacksTooLarge');
      files.push(file);
    }
  } catch (error) {
    throw asImportError(error);
  }
  return new FileTree(files);
}

/** A link or a device, as Unix programs pack them. */
function isSpecial({ externalFileAttributes, versionMadeBy }: Entry): boolean {
  const isUnix = versionMadeBy >> 8 === 3;
  const kind = (externalFileAttributes >>> 16) & FILE_KIND;
  return isUnix && kind !== 0 && kind !== REGULAR_FILE;
}

/** Names must differ also on disks that ignore case or compose letters. */
function nameOf({ filename }: Entry, names: Set<string>): string {
  const name = checkedName(filename);
  const folded = name?.toLowerCase();
  if (name === null || folded === undefined || names.has(folded)) throw new ImportError('badNames');
  names.add(folded);
  return name;
}

class ZipFile implements TreeFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly #entry: FileEntry;

  constructor(entry: FileEntry, path: string) {
    this.#entry = entry;
    this.path = path;
    this.sizeBytes = entry.uncompressedSize;
  }

  /** The library compares the checksum. */
  async readBytes(): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(this.sizeBytes);
    let length = 0;
    const target = new WritableStream({
      write: (piece) => {
        if (length + piece.length > bytes.length) throw new ImportError('damaged');
        bytes.set(piece, length);
        length += piece.length;
      },
    });
    try {
      await this.#entry.getData(target, { checkSignature: true });
    } catch (error) {
      throw asImportError(error);
    }
    if (length < bytes.length) throw new ImportError('damaged');
    return bytes;
  }
}

function asImportError(error: unknown): ImportError {
  if (error instanceof ImportError) return error;
  const isNoZip = error instanceof Error && [ERR_BAD_FORMAT, ERR_EOCDR_NOT_FOUND].includes(error.message);
  return new ImportError(isNoZip ? 'unknown' : 'damaged');
}

interface Piece {
  readonly offset?: number;
  readonly size?: number;
}

const PIECE_BYTES = 512 * 1024;

/** A source as the library reads it. */
function readerOf(source: ByteSource) {
  const createReadable = ({ offset = 0, size = source.sizeBytes - offset }: Piece = {}) => {
    let at = offset;
    return new ReadableStream({
      pull: async (controller) => {
        const length = Math.min(PIECE_BYTES, offset + size - at);
        if (length > 0) controller.enqueue(await source.read(at, length));
        at += length;
        if (at >= offset + size) controller.close();
      },
    });
  };
  return {
    size: source.sizeBytes,
    readUint8Array: (offset: number, length: number) => source.read(offset, length),
    createReadable,
    get readable() {
      return createReadable();
    },
  };
}
