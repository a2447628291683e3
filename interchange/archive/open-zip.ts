import {
  type Entry,
  ERR_AMBIGUOUS_ARCHIVE,
  ERR_BAD_FORMAT,
  ERR_EOCDR_NOT_FOUND,
  ERR_UNSAFE_FILENAME,
  WARNING_DUPLICATE_FILENAME,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-reader.js';
import { ImportError, type ImportProblem } from '../import/import-error.ts';
import type { ByteSource } from './byte-source.ts';
import { crc32 } from './crc32.ts';
import { directoryReader } from './directory-reader.ts';
import { checkedName, EntryNames, isFolderIcon } from './entry-names.ts';
import { FileTree, type TreeFile } from './file-tree.ts';
import { findEntryBytes, LOCAL_HEADER_BYTES } from './local-header.ts';
import { isNeverRead } from './personal-files.ts';
import { inflate, type ReadableOf, type StoredBytes, streamOf } from './platform-streams.ts';
import { prefetch } from './prefetch.ts';
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
  const reader = new ZipReader(directoryReader(source), { strictness: 'strict' });
  const files: TreeFile[] = [];
  const names = new EntryNames();
  const counted = new UnpackedBytes(limits);
  const parts: Part[] = [];
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      counted.addEntry();
      parts.push({ begin: entry.offset, end: entry.offset + LOCAL_HEADER_BYTES + entry.compressedSize });
      const file = fileOf(source, entry, { names, limits });
      if (file === null) continue;
      counted.add(entry.uncompressedSize, entry.compressedSize);
      new UnpackedBytes(limits).add(entry.uncompressedSize, entry.compressedSize);
      files.push(file);
    }
  } catch (error) {
    if (!isOfRepeatedFolders(error)) throw asImportError(error);
  }
  requireApart(parts);
  return new FileTree(files);
}

interface Part {
  readonly begin: number;
  readonly end: number;
}

/**
 * The library refuses equal names at the end of its list. Equal names of files were refused before, and folders are
 * skipped: some programs list one for each of its files.
 */
const isOfRepeatedFolders = (error: unknown): boolean =>
  error instanceof Error && 'reason' in error && error.reason === WARNING_DUPLICATE_FILENAME;

/** Of an archive that was split and joined. */
const SPLIT_MARK_BYTES = 4;

/** Entries that share bytes would be unpacked many times. What is before the first one would be a file of another kind. */
function requireApart(parts: readonly Part[]): void {
  let end = 0;
  const [first, ...others] = [...parts].sort((one, other) => one.begin - other.begin);
  if (first !== undefined && first.begin > SPLIT_MARK_BYTES) throw new ImportError('ambiguous');
  for (const part of first === undefined ? [] : [first, ...others]) {
    if (part.begin < end) throw new ImportError('damaged');
    end = part.end;
  }
}

interface Opening {
  readonly names: EntryNames;
  readonly limits: UnpackLimits;
}

/** Null for an entry that is not part of the tree. */
function fileOf(source: ByteSource, entry: Entry, { names, limits }: Opening): TreeFile | null {
  if (entry.encrypted) throw new ImportError('encrypted');
  if (isFolderIcon(entry.filename)) return null;
  const path = checkedName(entry.filename);
  if (path === null) throw new ImportError('badNames', entry.filename);
  if (entry.directory || path === '' || isSpecial(entry)) return null;
  if (!names.add(path)) throw new ImportError('equalNames', path);
  return isNeverRead(path) ? null : new ZipFile(source, entry, { path, maxBytes: limits.fileMaxBytes });
}

/** A link or a device, as Unix programs pack them. */
function isSpecial({ externalFileAttributes, versionMadeBy }: Entry): boolean {
  const isUnix = versionMadeBy >> 8 === 3;
  const kind = (externalFileAttributes >>> 16) & FILE_KIND;
  return isUnix && kind !== 0 && kind !== REGULAR_FILE;
}

const STORED = 0;
const DEFLATED = 8;
const PIECE_BYTES = 1024 * 1024;
/** For a local header with the name and the additional fields that most entries have. */
const HEADER_ROOM_BYTES = 512;

class ZipFile implements TreeFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly #source: ByteSource;
  readonly #entry: Entry;
  readonly #maxBytes: number;
  /** Where its bytes begin, once that is known. */
  #begin: number | null = null;

  constructor(source: ByteSource, entry: Entry, { path, maxBytes }: { path: string; maxBytes: number }) {
    this.#source = source;
    this.#entry = entry;
    this.#maxBytes = maxBytes;
    this.path = path;
    this.sizeBytes = entry.uncompressedSize;
  }

  async readBytes(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.sizeBytes > this.#maxBytes) throw new ImportError('fileTooLarge', this.path);
    try {
      const bytes = await (this.#isStored ? this.#readStored() : this.#unpack());
      if (crc32(bytes) === this.#entry.crc32) return bytes;
    } catch (error) {
      const { problem } = asImportError(error);
      throw new ImportError(problem, this.path);
    }
    throw new ImportError('damaged', this.path);
  }

  /** The bytes of an entry that is not compressed, where the archive is a file of the device. */
  async findStored(type: string): Promise<StoredBytes | null> {
    const { offset } = this.#entry;
    if (!this.#isStored) return null;
    const begin = this.#begin ?? (await findEntryBytes(this.#source, offset));
    return begin === null ? null : (this.#source.slice?.(begin, this.sizeBytes, type) ?? null);
  }

  async openPieces(): Promise<ReadableOf<Uint8Array>> {
    if (this.sizeBytes > this.#maxBytes) throw new ImportError('fileTooLarge', this.path);
    return this.#stream();
  }

  get #isStored(): boolean {
    const { compressedSize, compressionMethod } = this.#entry;
    return compressionMethod === STORED && compressedSize === this.sizeBytes;
  }

  /** In one read, whose bytes are not copied. */
  async #readStored(): Promise<Uint8Array<ArrayBuffer>> {
    const { source, begin } = await this.#findBegin();
    const bytes = await source.read(begin, this.sizeBytes);
    if (bytes.length < this.sizeBytes) throw new ImportError('damaged');
    return bytes;
  }

  /** Into exactly as many bytes as the archive states: more or fewer are an error. */
  async #unpack(): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(this.sizeBytes);
    const reader = (await this.#stream()).getReader();
    let length = 0;
    for (let next = await reader.read(); next.value !== undefined; next = await reader.read()) {
      if (length + next.value.length > bytes.length) {
        await reader.cancel();
        throw new ImportError('damaged');
      }
      bytes.set(next.value, length);
      length += next.value.length;
    }
    if (length < bytes.length) throw new ImportError('damaged');
    return bytes;
  }

  async #stream(): Promise<ReadableOf<Uint8Array>> {
    const { compressedSize, compressionMethod } = this.#entry;
    const { source, begin } = await this.#findBegin();
    const packed = piecesOf(source, begin, begin + compressedSize);
    if (compressionMethod === STORED) return packed;
    if (compressionMethod !== DEFLATED) throw new ImportError('otherPacking');
    return inflate(packed);
  }

  async #findBegin(): Promise<{ source: ByteSource; begin: number }> {
    const { offset, compressedSize } = this.#entry;
    // With the header, so that a small entry is one read.
    const source = await prefetch(
      this.#source,
      offset,
      this.#isStored && compressedSize > PIECE_BYTES
        ? HEADER_ROOM_BYTES
        : Math.min(compressedSize + HEADER_ROOM_BYTES, PIECE_BYTES),
    );
    const begin = await findEntryBytes(source, offset);
    if (begin === null) throw new ImportError('damaged');
    this.#begin = begin;
    return { source, begin };
  }
}

function piecesOf(source: ByteSource, begin: number, end: number): ReadableOf<Uint8Array> {
  let at = begin;
  return streamOf(async (controller) => {
    const piece = at < end ? await source.read(at, Math.min(PIECE_BYTES, end - at)) : new Uint8Array();
    at += piece.length;
    if (piece.length > 0) controller.enqueue(piece);
    if (piece.length === 0 || at >= end) controller.close();
  });
}

function asImportError(error: unknown): ImportError {
  if (error instanceof ImportError) return error;
  return new ImportError(error instanceof Error ? (problems.get(error.message) ?? 'damaged') : 'damaged');
}

const problems: ReadonlyMap<string, ImportProblem> = new Map([
  [ERR_BAD_FORMAT, 'unknown'],
  [ERR_EOCDR_NOT_FOUND, 'damaged'],
  [ERR_UNSAFE_FILENAME, 'badNames'],
  [ERR_AMBIGUOUS_ARCHIVE, 'ambiguous'],
]);
