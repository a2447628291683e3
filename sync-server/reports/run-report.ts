import { CSV_START, csvLine } from '#schema/csv/csv.ts';
import {
  batchesTable,
  courseTable,
  learnersTable,
  type ReportTable,
  weeksTable,
} from '#schema/reports/report-tables.ts';
import type { LearnerProgress } from '#schema/reports/reports.ts';
import type { Db } from '../db/open.ts';
import { printPlace } from '../http/paging.ts';
import { type AnswersPage, readAnswerRows } from './answers-report.ts';
import { readCodesReport } from './codes-report-queries.ts';
import { readCourseReport } from './course-report-queries.ts';
import { type LearnersPage, readLearners } from './learners-report-queries.ts';

type Subject =
  | { readonly kind: 'course'; readonly courseId: string }
  | ({ readonly kind: 'learners' } & LearnersPage)
  | ({ readonly kind: 'answers' } & AnswersPage)
  /** `now`: ISO time. */
  | { readonly kind: 'codes' | 'weeks'; readonly now: string };

/** A report to compute. It is sent to a thread, so it is plain data. */
export type ReportRequest = Subject & { readonly format: 'json' | 'csv' };

export interface ReportPart {
  /** The body of the reply; as CSV without its columns from the second page on. */
  readonly text: string;
  /** Where the page after this one begins; null on the last page, and for a report without pages. */
  readonly next: string | null;
}

/** Computes a report, or a page of it, as text; null for a course that does not exist. */
export async function runReport(db: Db, request: ReportRequest): Promise<ReportPart | null> {
  if (request.kind === 'learners') return runLearners(db, request);
  if (request.kind === 'answers') return runAnswers(db, request);
  if (request.kind === 'course') {
    const report = await readCourseReport(db, request.courseId);
    return report === undefined ? null : print({ report }, courseTable(report), request);
  }
  const report = await readCodesReport(db, request.now);
  const table = request.kind === 'codes' ? batchesTable(report.batches) : weeksTable(report.weeks);
  return print({ report }, table, request);
}

async function runLearners(db: Db, request: ReportRequest & LearnersPage): Promise<ReportPart> {
  const { after, limit } = request;
  const found = await readLearners(db, { after, limit: limit + 1 });
  const learners = found.slice(0, limit);
  const last = found.length > limit ? learners.at(-1) : undefined;
  const next = last === undefined ? null : afterOf(last);
  const table = learnersTable(learners);
  const { text } = print({ learners, next }, table, request, after === null);
  return { text, next };
}

async function runAnswers(db: Db, request: ReportRequest & AnswersPage): Promise<ReportPart | null> {
  const part = await readAnswerRows(db, request);
  if (part === undefined) return null;
  const { quizId, userId, id } = part.next ?? { quizId: '', userId: '', id: '' };
  const next = part.next === null ? null : printPlace({ key: `${quizId}/${userId}`, id });
  return { text: printTable(part.table, request.after === null), next };
}

const afterOf = ({ joinedAt, userId }: LearnerProgress) => printPlace({ key: joinedAt, id: userId });

function print(reply: object, table: ReportTable, { format }: ReportRequest, isFirst = true): ReportPart {
  return { text: format === 'json' ? JSON.stringify(reply) : printTable(table, isFirst), next: null };
}

/** `isFirst`: the text begins a file. */
function printTable({ columns, rows }: ReportTable, isFirst: boolean): string {
  const lines = rows.map(csvLine).join('');
  return isFirst ? CSV_START + csvLine(columns) + lines : lines;
}
