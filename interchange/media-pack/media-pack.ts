import { COURSE_FILE_MAX_BYTES } from '#schema/interchange/export.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';

/*
 * A media pack: a zip of stored entries `files/<SHA-256 in hex>`, and nothing else. It names no course, person or type:
 * the receiving device knows from the server which bytes a file has, and how it is shown (docs/why/downloads.md).
 */
export const PACK_EXTENSION = 'carrelpack';
export const PACK_TYPE = 'application/vnd.carrel.pack+zip';

/** The most that one pack has, so every file system and reader takes it; more files are several packs. */
export const PACK_MAX_BYTES = COURSE_FILE_MAX_BYTES;
/** The most files of one pack: as many as readers accept. */
export const PACK_MAX_FILES = 20_000;

const NAME = /^files\/([0-9a-f]{64})$/;

export const entryNameOf = (digest: string): string => `files/${digest}`;

/** The digest that an entry is named by; null for an entry of another kind. */
export const digestOfEntry = (name: string): string | null => NAME.exec(name)?.[1] ?? null;

/** Why nothing can be taken from a chosen file. The message is user-facing. */
const sentences = {
  foreign: `This is not a file of downloads. Choose a file whose name ends with .${PACK_EXTENSION}.`,
  damaged: 'This file is damaged. Nothing was taken from it. Save it again on the other device.',
  repacked: 'This file was packed again by another program. Choose the file as the other device saved it.',
  tooLarge: 'This file is larger than 2 GB. Choose a file as the other device saved it.',
  unreadable: 'This file could not be read to its end. Choose it again.',
} as const;
export type PackProblem = keyof typeof sentences;

export class PackError extends UserFacingError {
  override readonly name = 'PackError';
  readonly problem: PackProblem;

  constructor(problem: PackProblem) {
    super(sentences[problem]);
    this.problem = problem;
  }
}
