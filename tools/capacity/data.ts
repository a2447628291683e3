import type { Inputs } from './inputs.ts';
import { type ByKind, courseCountOf } from './load.ts';

/** The data after a year with as many learners as at its end. */
export interface StoredData {
  readonly rows: { readonly personal: number; readonly receipts: number };
  /** In the database. */
  readonly bytes: ByKind & { readonly receipts: number };
  /** In the store of files. */
  readonly mediaBytes: number;
  /** The growth of the database in each further year with the same learners. */
  readonly bytesPerFurtherYear: number;
}

/** An account, its session and the change that reports it. */
const ROWS_OF_ACCOUNT = 3;
/** An activation with its code and the change that reports it. */
const ROWS_OF_ACTIVATION = 3;
/** The progress and the change that reports it. */
const ROWS_OF_LESSON = 2;

export function dataOf(learners: number, inputs: Inputs): StoredData {
  const courses = courseCountOf(learners, inputs);
  const authors = learners / inputs.learnersPerAuthor;
  const history = authors * inputs.authorBytesPerYear;
  const receipts = receiptsOf(learners, inputs);
  return {
    rows: { personal: learners * personalRowsOf(inputs), receipts },
    bytes: {
      content: courses * inputs.courseBytes,
      personal: learners * personalBytesOf(inputs),
      editorial: history,
      receipts: receipts * inputs.receiptBytes,
    },
    mediaBytes: courses * inputs.lessonsPerCourse * inputs.mediaBytesPerLesson,
    bytesPerFurtherYear: learners * bytesOfLessons(inputs.lessonsPerYear, inputs) + history,
  };
}

/** Receipts of saves at any time: older ones are removed. */
const receiptsOf = (learners: number, inputs: Inputs): number =>
  learners * inputs.dailyShare * inputs.hoursPerDay * inputs.savesPerHour * inputs.receiptDays;

const personalRowsOf = ({ lessonsPerYear, lessonsPerCourse }: Inputs): number =>
  ROWS_OF_ACCOUNT +
  (lessonsPerYear / lessonsPerCourse) * ROWS_OF_ACTIVATION +
  lessonsPerYear * ROWS_OF_LESSON;

/** The first course is part of `learnerBytes`. */
const personalBytesOf = (inputs: Inputs): number =>
  inputs.learnerBytes +
  inputs.codeBytes +
  bytesOfLessons(inputs.lessonsPerYear - inputs.lessonsPerCourse, inputs);

/** Lessons beyond the first course, with the codes of their courses. */
const bytesOfLessons = (lessons: number, { lessonBytes, codeBytes, lessonsPerCourse }: Inputs): number =>
  lessons * lessonBytes + (lessons / lessonsPerCourse) * codeBytes;

export const databaseBytesOf = ({ bytes }: StoredData): number =>
  bytes.content + bytes.personal + bytes.editorial + bytes.receipts;

/** The bytes that all learners receive in a year. */
export const deliveredBytesPerYear = (learners: number, inputs: Inputs): number =>
  learners * inputs.lessonsPerYear * (inputs.mediaBytesPerLesson + inputs.textBytesPerLesson);
