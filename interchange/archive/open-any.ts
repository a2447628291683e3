import { ImportError } from '../import/import-error.ts';
import type { ByteSource } from './byte-source.ts';
import { FileTree } from './file-tree.ts';
import { openTar } from './open-tar.ts';
import { openZip } from './open-zip.ts';
import { readInWindows } from './read-in-windows.ts';
import { markedEncoding } from './read-text.ts';
import { unpackLimits } from './unpack-limits.ts';

const startsWith = (bytes: Uint8Array, ...start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

const isText = (bytes: Uint8Array): boolean => markedEncoding(bytes) !== null || !bytes.includes(0);

/**
 * Opens a chosen file by its first bytes: a zip, a tar (packed by gzip or not), or a single text. Throws ImportError for
 * any other, and for archives beyond the limits.
 */
export async function openAny(source: ByteSource, fileName: string): Promise<FileTree> {
  if (source.sizeBytes > unpackLimits.archiveMaxBytes) throw new ImportError('tooLarge');
  const start = await source.read(0, Math.min(512, source.sizeBytes));
  if (isZip(start)) return openZip(readInWindows(source), unpackLimits);
  if (startsWith(start, 0x1f, 0x8b) || isTar(start)) return openTar(source, unpackLimits);
  if (startsWith(start, 0xd0, 0xcf, 0x11, 0xe0)) throw new ImportError('docBefore2007');
  if (startsWith(start, 0x25, 0x50, 0x44, 0x46)) throw new ImportError('pdf');
  if (!isText(start) || !/\.(md|markdown|mdx|qmd|rmd|ipynb|html?|xhtml|txt|xml|gift)$/i.test(fileName))
    throw new ImportError('unknown');
  const readBytes = async () => new Uint8Array(await source.read(0, source.sizeBytes));
  return new FileTree([{ path: fileName.normalize('NFC'), sizeBytes: source.sizeBytes, readBytes }]);
}

/** `PK` and the number of a first record: a file, the end of an empty archive, or a part of one in several files. */
const isZip = (start: Uint8Array): boolean =>
  [3, 5, 7].some((record) => startsWith(start, 0x50, 0x4b, record, record + 1));

/** `ustar` is at byte 257 of a tar's first header. */
const isTar = (start: Uint8Array): boolean => startsWith(start.subarray(257), 0x75, 0x73, 0x74, 0x61, 0x72);
