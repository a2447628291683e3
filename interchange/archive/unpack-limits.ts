import { VIDEO_MAX_BYTES } from '#schema/limits.ts';
import type { UnpackLimits } from './unpacked-bytes.ts';

const MiB = 1024 * 1024;
const GiB = 1024 * MiB;

/** Limits of files that other programs made (docs/why/interchange.md). Small texts may shrink to anything. */
export const unpackLimits: UnpackLimits = {
  archiveMaxBytes: 2 * GiB,
  entriesMax: 20_000,
  unpackedMaxBytes: 4 * GiB,
  ratioMax: 200,
  ratioFromBytes: MiB,
  fileMaxBytes: VIDEO_MAX_BYTES,
};
