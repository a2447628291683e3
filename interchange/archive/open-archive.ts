import {
  type Entry,
  ERR_BAD_FORMAT,
  ERR_EOCDR_NOT_FOUND,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-reader.js';
import { COURSE_FILE_MAX_BYTES } from '#schema/interchange/export.ts';
import { CourseFileError } from '../course-file/course-file-error.ts';
import type { ByteSource } from './byte-source.ts';
import { directoryReader } from './directory-reader.ts';
import { findEntryBytes, LOCAL_HEADER_BYTES } from './local-header.ts';

const ENTRIES_MAX = 20_000;

/** An entry that is stored as it is: its bytes are those of the archive from `offset` on. */
export interface ArchiveEntry {
  readonly name: string;
  readonly sizeBytes: number;
  /** Where its bytes begin. Throws CourseFileError when the archive is damaged or entries overlap. */
  findOffset(): Promise<number>;
  /** All bytes; their digest is verified by the reader of the format. Throws CourseFileError. */
  readBytes(): Promise<Uint8Array>;
}

const STORED = 0;

/**
 * Lists the entries of a zip whose entries are all stored, so that none can unpack to more than the archive has.
 * Names are only accepted if they are relative, without `..`, and different from each other also on disks that ignore
 * case or compose letters. Throws CourseFileError.
 */
export async function openArchive(source: ByteSource): Promise<ArchiveEntry[]> {
  if (source.sizeBytes > COURSE_FILE_MAX_BYTES) throw new CourseFileError('tooLarge');
  const reader = new ZipReader(directoryReader(source), { strictness: 'strict' });
  const entries: ArchiveEntry[] = [];
  const names = new Set<string>();
  let end = 0;
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entries.length >= ENTRIES_MAX) throw new CourseFileError('tooManyEntries');
      requireStored(entry);
      const name = entry.filename.normalize('NFC').toLowerCase();
      if (names.has(name) || entry.offset < end) throw new CourseFileError('damaged');
      names.add(name);
      end = entry.offset + LOCAL_HEADER_BYTES + entry.uncompressedSize;
      if (end > source.sizeBytes) throw new CourseFileError('damaged');
      entries.push(entryOf(source, entry));
    }
  } catch (error) {
    throw error instanceof CourseFileError
      ? error
      : new CourseFileError(isNoZip(error) ? 'notCarrel' : 'damaged');
  }
  return entries;
}

function requireStored(entry: Entry): void {
  if (entry.encrypted) throw new CourseFileError('encrypted');
  if (entry.directory || entry.compressionMethod !== STORED) throw new CourseFileError('repacked');
  if (entry.compressedSize !== entry.uncompressedSize) throw new CourseFileError('damaged');
}

function entryOf(
  source: ByteSource,
  { filename: name, uncompressedSize: sizeBytes, offset }: Entry,
): ArchiveEntry {
  const findOffset = async () => {
    const begin = await findEntryBytes(source, offset);
    if (begin === null || begin + sizeBytes > source.sizeBytes) throw new CourseFileError('damaged');
    return begin;
  };
  return { name, sizeBytes, findOffset, readBytes: async () => source.read(await findOffset(), sizeBytes) };
}

/** There is no end of a zip in it. */
const isNoZip = (error: unknown): boolean =>
  error instanceof Error && [ERR_BAD_FORMAT, ERR_EOCDR_NOT_FOUND].includes(error.message);
