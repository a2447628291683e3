import type { CodeBatchReport, CodeWeek, CourseReport, LearnerProgress } from './reports.ts';

/** A report as the rows of a file: for the files that the server sends, and for those that a device saves. */
export interface ReportTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** One row per step of the way through the course. */
export function courseTable(report: CourseReport): ReportTable {
  const { activated, started, lessons, finished } = report;
  return {
    columns: ['Step', 'Module', 'Lesson', 'Learners'],
    rows: [
      ['Activated', '', '', activated],
      ['Started', '', '', started],
      ...lessons.map(({ moduleTitle, title, reached }, index) => [
        `Reached lesson ${index + 1}`,
        moduleTitle,
        title,
        reached,
      ]),
      ['Finished', '', '', finished],
    ],
  };
}

export function learnersTable(learners: readonly LearnerProgress[]): ReportTable {
  return {
    columns: [
      ...['Name', 'Email', 'Joined', 'Courses activated', 'Courses started', 'Courses finished'],
      ...['Lessons completed', 'Lessons', 'Required tests passed', 'Required tests', 'Last active', 'Id'],
    ],
    rows: learners.map((one) => [
      ...[one.name, one.email, one.joinedAt, one.activated, one.started, one.finished],
      ...[one.lessonsCompleted, one.lessons, one.testsPassed, one.testsRequired],
      ...[one.lastActiveAt ?? '', one.userId],
    ]),
  };
}

export function batchesTable(batches: readonly CodeBatchReport[]): ReportTable {
  return {
    columns: [
      ...['Course', 'Batch', 'Added', 'Uses', 'Codes', 'Used up', 'Usable', 'Revoked or expired'],
      'Id',
    ],
    rows: batches.map((batch) => [
      ...[batch.courseTitle, batch.name, batch.addedAt, batch.uses, batch.codes, batch.usedUp],
      ...[batch.unused, batch.ended, batch.batchId],
    ]),
  };
}

export function weeksTable(weeks: readonly CodeWeek[]): ReportTable {
  return {
    columns: ['Week from (UTC)', 'Codes used'],
    rows: weeks.map(({ monday, used }) => [monday, used]),
  };
}
