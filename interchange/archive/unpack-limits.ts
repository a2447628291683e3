import { ImportError } from '../import/import-error.ts';

/** Limits of files that other programs made (decision 286). */
export const FILE_MAX_BYTES = 2 * 1024 * 1024 * 1024;
export const ENTRIES_MAX = 20_000;
export const UNPACKED_MAX_BYTES = 4 * 1024 * 1024 * 1024;

const RATIO_MAX = 200;
/** Small texts may shrink to anything. */
const RATIO_FROM_BYTES = 1024 * 1024;

/** Throws ImportError for a part that would unpack to far more than its size. */
export function requireUnpackable(packedBytes: number, unpackedBytes: number): void {
  if (unpackedBytes > RATIO_FROM_BYTES && unpackedBytes > packedBytes * RATIO_MAX)
    throw new ImportError('bomb');
}
