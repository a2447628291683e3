import * as v from 'valibot';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';

/** Why a file cannot be imported. */
export const CourseFileProblem = v.picklist([
  'notCarrel',
  'newer',
  'damaged',
  'unreadable',
  'repacked',
  'encrypted',
  'tooLarge',
  'tooManyEntries',
  'textTooLarge',
]);
export type CourseFileProblem = v.InferOutput<typeof CourseFileProblem>;

/** The sentence of each problem: what happened, and what to do. */
const sentences: Readonly<Record<CourseFileProblem, string>> = {
  notCarrel: 'This is not a course file of Carrel. Choose a file whose name ends with .carrel.',
  newer: 'This file was made by a newer Carrel. Ask your operator to update this one.',
  damaged: 'This file is damaged. Download it again, or export the course again.',
  unreadable: 'This file could not be read to its end. Choose it again.',
  repacked: 'This file was packed again by another program. Choose the file as Carrel exported it.',
  encrypted: 'This archive is encrypted. Choose the file as Carrel exported it.',
  tooLarge: 'This file is larger than 2 GB.',
  tooManyEntries: 'This file has more than 20,000 entries.',
  textTooLarge: 'A text in this file is larger than 5 MB.',
};

/** A file that cannot be imported. The message is user-facing. */
export class CourseFileError extends UserFacingError {
  override readonly name = 'CourseFileError';
  readonly problem: CourseFileProblem;

  constructor(problem: CourseFileProblem) {
    super(sentences[problem]);
    this.problem = problem;
  }
}
