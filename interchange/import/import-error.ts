import { UserFacingError } from '#schema/messages/user-facing-error.ts';

/** The sentence of each problem: what happened, and what to do. */
const sentences = {
  unknown:
    'Carrel cannot read this kind of file. It imports course files (.carrel), Common Cartridge (.imscc), Moodle backups (.mbz), questions (QTI, Moodle XML, GIFT), courses of Open edX (.tar.gz), SCORM, H5P, EPUB and Word (.docx) files, and folders or zips of Markdown, HTML or Word files.',
  otherSystem: 'Carrel does not read files of this kind.',
  docBefore2007: 'This is an older kind of Word file. Save the document as .docx and choose it again.',
  pdf: 'A PDF cannot become a course. Add it to a lesson as a resource.',
  damaged: 'This file is damaged. Download it or export it again, and choose it again.',
  unreadable: 'This file could not be read to its end. Choose it again.',
  encrypted: 'This archive is encrypted. Export it without a password and choose it again.',
  protected: 'This book is copy-protected. Choose one without copy protection.',
  otherPacking:
    'This archive is packed in a way that Carrel does not read. Pack it again as an ordinary zip.',
  tooLarge: 'This file is larger than 2 GB.',
  tooManyEntries: 'This file has more than 20,000 entries.',
  unpacksTooLarge: 'This file would unpack to more than 4 GB.',
  bomb: 'A part of this file would unpack to more than 200 times its size. Carrel does not unpack such files.',
  ambiguous:
    'Programs would unpack this archive in different ways. Unpack it, and pack its files again as an ordinary zip.',
  badNames:
    'A name in this archive leads out of it, or is not for every disk. Rename the file, and pack the archive again.',
  equalNames:
    'This name is in the archive more than once; capital letters make no difference. Rename or remove one of the files, and pack the archive again.',
  fileTooLarge: 'A file in this archive is larger than 45 MB.',
  textTooLarge:
    'A text in this file is larger than 5 MB. Split it where it was written, and choose the file again.',
  xmlTooLarge: 'A list in this file is larger than 20 MB. Export a part of the course only, and choose that.',
  tooManyLines: 'This list has more than 5,000 lines. Divide it, and import each part as a course.',
  badXml:
    'A part of this file is not well-formed, or uses features of XML that Carrel does not read. Export it again, and choose it again.',
  tooDeep: 'The parts of this file are nested too deeply to be read.',
  nothing: 'There is nothing in this file that can become a lesson.',
  noLinks:
    'There is no link in this list. Write a title and an address that begins with https:// in each line.',
  archiveInside: 'This archive contains another archive only. Unpack it and choose the inner one.',
} as const;

export const PLACE_MAX_CHARACTERS = 200;

export type ImportProblem = keyof typeof sentences;

/**
 * A file that cannot be imported. The message is user-facing; it begins with the `place` in the file, if there is one, and
 * ends with the `reason`, a whole sentence, if there is one.
 */
export class ImportError extends UserFacingError {
  override readonly name = 'ImportError';
  readonly problem: ImportProblem;

  constructor(problem: ImportProblem, place = '', reason = '') {
    const beginning = place === '' ? '' : `“${place.slice(0, PLACE_MAX_CHARACTERS)}”: `;
    super(`${beginning}${sentences[problem]}${reason && ` ${reason}`}`);
    this.problem = problem;
  }
}

const OF_ONE_PART: ReadonlySet<ImportProblem> = new Set(['badXml', 'textTooLarge', 'xmlTooLarge']);

/** Whether an error is about one part of a file, without which the rest can be imported. A damaged archive is not. */
export const isOfOnePart = (error: unknown): error is ImportError =>
  error instanceof ImportError && OF_ONE_PART.has(error.problem);
