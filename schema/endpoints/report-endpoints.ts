import * as v from 'valibot';
import { REPORT_LEARNERS_PAGE } from '../limits.ts';
import { CodesReportReply, CourseReportReply, LearnersReportReply } from '../reports/reports.ts';
import { endpoint, noInput } from './endpoint.ts';

const report = { method: 'GET', caller: 'admin', input: noInput } as const;
const file = { ...report, reply: 'csv', output: v.string() } as const;

/** Reports for admins. The file of a course has a name of its own, because a parameter is a whole part of a path. */
export const reportEndpoints = {
  getCourseReport: endpoint({
    ...report,
    path: '/api/admin/reports/courses/:courseId',
    summary: 'Count the learners of a course by how far they came: activated, started, each lesson, finished',
    output: CourseReportReply,
  }),
  getLearnersReport: endpoint({
    ...report,
    path: '/api/admin/reports/learners',
    summary: 'List the progress of each person in all their courses, in order of registration, in pages',
    query: {
      limit: `Return at most so many people: 1 to ${REPORT_LEARNERS_PAGE}, which is the default.`,
      after: '`next` of the page before; without it the first page is returned. Needs `limit`.',
    },
    output: LearnersReportReply,
  }),
  getCodesReport: endpoint({
    ...report,
    path: '/api/admin/reports/codes',
    summary: 'Count the activation codes of each batch, and those used in each of the last 26 weeks',
    output: CodesReportReply,
  }),
  getCourseReportFile: endpoint({
    ...file,
    path: '/api/admin/reports/courses/:courseId/report.csv',
    summary: 'Return the report of a course as CSV (RFC 4180, with a byte order mark)',
  }),
  getAnswersFile: endpoint({
    ...file,
    path: '/api/admin/reports/courses/:courseId/answers.csv',
    summary:
      'Return the answers that count of a course as CSV (RFC 4180, with a byte order mark), one in each row',
  }),
  getLearnersReportFile: endpoint({
    ...file,
    path: '/api/admin/reports/learners.csv',
    summary: 'Return the progress of all people as CSV (RFC 4180, with a byte order mark)',
  }),
  getCodesReportFile: endpoint({
    ...file,
    path: '/api/admin/reports/codes.csv',
    summary: 'Return the report of codes as CSV (RFC 4180, with a byte order mark)',
    query: { by: '“batch”, which is the default, or “week”' },
  }),
} as const;
