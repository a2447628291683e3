import type { ByteSource } from '../archive/byte-source.ts';
import { openArchive } from '../archive/open-archive.ts';
import { CourseFileError, type CourseFileProblem } from '../course-file/course-file-error.ts';
import { digestOfEntry, PackError, type PackProblem } from './media-pack.ts';

/** Where the bytes of a file are in a pack. Whether they have the digest is not verified yet. */
export interface PackEntry {
  /** SHA-256 in hex, as the entry claims. */
  readonly digest: string;
  readonly sizeBytes: number;
  /** Null where the pack is damaged at this entry. */
  readonly offset: number | null;
}

/** Lists the files of a pack; entries of other kinds are skipped. Throws PackError. */
export async function readPack(source: ByteSource): Promise<PackEntry[]> {
  try {
    const found: PackEntry[] = [];
    for (const entry of await openArchive(source)) {
      const digest = digestOfEntry(entry.name);
      if (digest === null) continue;
      const offset = await entry.findOffset().catch(() => null);
      found.push({ digest, sizeBytes: entry.sizeBytes, offset });
    }
    if (found.length === 0) throw new PackError('foreign');
    return found;
  } catch (error) {
    throw error instanceof PackError ? error : new PackError(problemOf(error));
  }
}

const problemOf = (error: unknown): PackProblem =>
  error instanceof CourseFileError ? (problems[error.problem] ?? 'damaged') : 'unreadable';

const problems: Partial<Record<CourseFileProblem, PackProblem>> = {
  notCarrel: 'foreign',
  repacked: 'repacked',
  encrypted: 'repacked',
  tooLarge: 'tooLarge',
  unreadable: 'unreadable',
};
