import { UserFacingError } from '#schema/messages/user-facing-error.ts';

/** The sentence of each problem: what happened, and what to do. */
const sentences = {
  unknown:
    'Carrel cannot read this kind of file. It imports course files (.carrel), Common Cartridge (.imscc), Moodle backups (.mbz), SCORM, H5P, EPUB and Word (.docx) files, and folders or zips of Markdown or HTML.',
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
  badNames: 'This archive contains names that could overwrite each other or other files. Pack it again.',
  fileTooLarge: 'A file in this archive is larger than 45 MB.',
  textTooLarge: 'A text in this file is larger than 5 MB.',
  badXml: 'A part of this file is not well-formed, or uses features of XML that Carrel does not read.',
  nothing: 'There is nothing in this file that can become a lesson.',
  archiveInside: 'This archive contains another archive only. Unpack it and choose the inner one.',
} as const;

export type ImportProblem = keyof typeof sentences;

/** A file that cannot be imported. The message is user-facing. */
export class ImportError extends UserFacingError {
  override readonly name = 'ImportError';
  readonly problem: ImportProblem;

  constructor(problem: ImportProblem) {
    super(sentences[problem]);
    this.problem = problem;
  }
}
