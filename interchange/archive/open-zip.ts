import {
  type Entry,
  ERR_BAD_FORMAT,
  ERR_EOCDR_NOT_FOUND,
  ERR_UNSAFE_FILENAME,
  type FileEntry,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-reader.js';
import { ImportError, type ImportProblem } from '../import/import-error.ts';
import { checkedName, EntryNames } from './entry-names.ts';
import { FileTree, type TreeFile } from './file-tree.ts';
import type { ByteSource } from './open-archive.ts';
import { isNeverRead } from './personal-files.ts';
import { sinkOf, streamOf } from './platform-streams.ts';
import { UnpackedBytes, type UnpackLimits } from './unpacked-bytes.ts';

/** Of Unix attributes, in the upper half of the external ones. */
const FILE_KIND = 0o170000;
const REGULAR_FILE = 0o100000;

/**
 * Opens a zip of another program. Sizes that the archive states are verified against the limits before, and those of
 * each entry while it is inflated. Folders, links and devices are skipped. Throws ImportError.
 */
export async function openZip(source: ByteSource, limits: UnpackLimits): Promise<FileTree> {
  if (source.sizeBytes > limits.archiveMaxBytes) throw new ImportError('tooLarge');
  const reader = new ZipReader(readerOf(source), { strictness: 'strict' });
  const files: TreeFile[] = [];
  const names = new EntryNames();
  const counted = new UnpackedBytes(limits);
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      counted.addEntry();
      const file = fileOf(entry, names, limits);
      if (file === null) continue;
      counted.add(entry.uncompressedSize, entry.compressedSize);
      new UnpackedBytes(limits).add(entry.uncompressedSize, entry.compressedSize);
      files.push(file);
    }
  } catch (error) {
    throw asImportError(error);
  }
  return new FileTree(files);
}

/** Null for an entry that is not part of the tree. */
function fileOf(entry: Entry, names: EntryNames, { fileMaxBytes }: UnpackLimits): TreeFile | null {
  if (entry.encrypted) throw new ImportError('encrypted');
  const path = checkedName(entry.filename);
  if (path === null) throw new ImportError('badNames');
  if (entry.directory || path === '' || isSpecial(entry)) return null;
  if (!names.add(path)) throw new ImportError('badNames');
  return isNeverRead(path) ? null : new ZipFile(entry, path, fileMaxBytes);
}

/** A link or a device, as Unix programs pack them. */
function isSpecial({ externalFileAttributes, versionMadeBy }: Entry): boolean {
  const isUnix = versionMadeBy >> 8 === 3;
  const kind = (externalFileAttributes >>> 16) & FILE_KIND;
  return isUnix && kind !== 0 && kind !== REGULAR_FILE;
}

class ZipFile implements TreeFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly #entry: FileEntry;
  readonly #maxBytes: number;

  constructor(entry: FileEntry, path: string, maxBytes: number) {
    this.#entry = entry;
    this.#maxBytes = maxBytes;
    this.path = path;
    this.sizeBytes = entry.uncompressedSize;
  }

  /** The library compares the checksum. */
  async readBytes(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.sizeBytes > this.#maxBytes) throw new ImportError('fileTooLarge');
    const bytes = new Uint8Array(this.sizeBytes);
    let length = 0;
    const target = sinkOf((piece) => {
      if (length + piece.length > bytes.length) throw new ImportError('damaged');
      bytes.set(piece, length);
      length += piece.length;
    });
    try {
      await this.#entry.getData(target, { checkSignature: true, useWebWorkers: false });
    } catch (error) {
      throw asImportError(error);
    }
    if (length < bytes.length) throw new ImportError('damaged');
    return bytes;
  }
}

function asImportError(error: unknown): ImportError {
  if (error instanceof ImportError) return error;
  return new ImportError(error instanceof Error ? (problems.get(error.message) ?? 'damaged') : 'damaged');
}

const problems: ReadonlyMap<string, ImportProblem> = new Map([
  [ERR_BAD_FORMAT, 'unknown'],
  [ERR_EOCDR_NOT_FOUND, 'unknown'],
  [ERR_UNSAFE_FILENAME, 'badNames'],
]);

interface Piece {
  readonly offset?: number;
  readonly size?: number;
}

const PIECE_BYTES = 512 * 1024;

/** A source as the library reads it. */
function readerOf(source: ByteSource) {
  const createReadable = ({ offset = 0, size = source.sizeBytes - offset }: Piece = {}) => {
    const end = offset + size;
    let at = offset;
    return streamOf(async (controller) => {
      const piece = await source.read(at, Math.min(PIECE_BYTES, end - at));
      at += piece.length;
      if (piece.length > 0) controller.enqueue(piece);
      if (piece.length === 0 || at >= end) controller.close();
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
