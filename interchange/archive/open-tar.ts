import { createTarDecoder } from 'modern-tar';
import { ImportError } from '../import/import-error.ts';
import type { ByteSource } from './byte-source.ts';
import { checkedName, EntryNames, isFolderIcon } from './entry-names.ts';
import { FileTree, type TreeFile } from './file-tree.ts';
import { isNeverRead } from './personal-files.ts';
import {
  type ByteReader,
  gunzip,
  type ReadableOf,
  type StoredBytes,
  storeBytes,
  streamOf,
  watch,
} from './platform-streams.ts';
import { UnpackedBytes, type UnpackLimits } from './unpacked-bytes.ts';

const PIECE_BYTES = 256 * 1024;
const GZIP = [0x1f, 0x8b];

/** The fields of the library's entries that are read here. */
interface TarEntry {
  readonly header: { readonly name: string; readonly size: number; readonly type?: string };
  readonly body: ReadableOf<Uint8Array>;
}

/**
 * Reads a tar, plain or compressed by gzip, once from its begin to its end, as a compressed one cannot be read anywhere
 * else. The bytes of the files are stored as blobs, but for files that are never read, which are not in the tree, and
 * files above the limit, which have only a size. Folders, links and devices are skipped. Throws ImportError.
 */
export async function openTar(source: ByteSource, limits: UnpackLimits): Promise<FileTree> {
  if (source.sizeBytes > limits.archiveMaxBytes) throw new ImportError('tooLarge');
  const counted = new UnpackedBytes(limits);
  const plain = watch(await unpacked(source, counted), ({ length }) => counted.add(length, 0));
  const reader: ByteReader<TarEntry> = plain
    .pipeThrough<TarEntry>(createTarDecoder({ strict: true }))
    .getReader();
  try {
    return new FileTree(await readEntries(reader, counted, limits.fileMaxBytes));
  } catch (error) {
    await reader.cancel(error).catch(() => undefined);
    throw error instanceof ImportError ? error : new ImportError('damaged');
  }
}

async function readEntries(
  reader: ByteReader<TarEntry>,
  counted: UnpackedBytes,
  fileMaxBytes: number,
): Promise<TreeFile[]> {
  const files: TreeFile[] = [];
  const names = new EntryNames();
  for (let next = await reader.read(); next.value !== undefined; next = await reader.read()) {
    counted.addEntry();
    const file = await readEntry(next.value, names, fileMaxBytes);
    if (file !== null) files.push(file);
  }
  return files;
}

/** Null for an entry that is not part of the tree. */
async function readEntry(
  { header, body }: TarEntry,
  names: EntryNames,
  fileMaxBytes: number,
): Promise<TreeFile | null> {
  if (isFolderIcon(header.name)) return skip(body);
  const path = checkedName(header.name);
  if (path === null) throw new ImportError('badNames', header.name);
  const isFile = header.type === 'file' && path !== '';
  if (isFile && !names.add(path)) throw new ImportError('equalNames', path);
  if (!isFile || isNeverRead(path)) return skip(body);
  if (!Number.isSafeInteger(header.size) || header.size < 0) throw new ImportError('damaged');
  if (header.size <= fileMaxBytes) return new TarFile(path, header.size, await storeBody(body));
  await skip(body);
  return new TarFile(path, header.size, null);
}

/** Reads to the end: in modern-tar 0.8.6, cancelling a body that has arrived whole stalls the next one. */
async function skip(body: ReadableOf<Uint8Array>): Promise<null> {
  await forEachPiece(body, () => undefined);
  return null;
}

async function storeBody(body: ReadableOf<Uint8Array>): Promise<StoredBytes> {
  const pieces: Uint8Array[] = [];
  await forEachPiece(body, (piece) => pieces.push(piece));
  return storeBytes(pieces);
}

async function forEachPiece(body: ReadableOf<Uint8Array>, use: (piece: Uint8Array) => void): Promise<void> {
  const reader = body.getReader();
  for (let next = await reader.read(); next.value !== undefined; next = await reader.read()) use(next.value);
}

class TarFile implements TreeFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly #bytes: StoredBytes | null;

  constructor(path: string, sizeBytes: number, bytes: StoredBytes | null) {
    this.path = path;
    this.sizeBytes = sizeBytes;
    this.#bytes = bytes;
  }

  async readBytes(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#bytes === null) throw new ImportError('fileTooLarge', this.path);
    return new Uint8Array(await this.#bytes.arrayBuffer());
  }

  async findStored(): Promise<StoredBytes | null> {
    return this.#bytes;
  }

  async openPieces(): Promise<ReadableOf<Uint8Array>> {
    const bytes = this.#bytes;
    if (bytes === null) throw new ImportError('fileTooLarge', this.path);
    const read = async (offset: number, length: number) =>
      new Uint8Array(await bytes.slice(offset, offset + length).arrayBuffer());
    return bytesOf({ sizeBytes: bytes.size, read }, () => undefined);
  }
}

async function unpacked(source: ByteSource, counted: UnpackedBytes): Promise<ReadableOf<Uint8Array>> {
  const packed = bytesOf(source, (length) => counted.add(0, length));
  const start = await readPiece(source, 0, GZIP.length);
  return GZIP.every((byte, at) => start[at] === byte) ? gunzip(packed) : packed;
}

function bytesOf(source: ByteSource, count: (length: number) => void): ReadableOf<Uint8Array> {
  let at = 0;
  return streamOf(async (controller) => {
    const piece = await readPiece(source, at, Math.min(PIECE_BYTES, source.sizeBytes - at));
    at += piece.length;
    count(piece.length);
    if (piece.length > 0) controller.enqueue(piece);
    if (piece.length === 0 || at >= source.sizeBytes) controller.close();
  });
}

async function readPiece(source: ByteSource, offset: number, length: number): Promise<Uint8Array> {
  try {
    return await source.read(offset, length);
  } catch {
    throw new ImportError('unreadable');
  }
}
