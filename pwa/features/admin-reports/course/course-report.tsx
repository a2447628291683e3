import { useCallback } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useRefresh } from '#pwa/session/queries/use-refresh.ts';
import { listUnfetched } from '#pwa/store/account/outbox.ts';
import { findReport } from '#pwa/store/admin/reports.ts';
import { courseReportName, refreshCourseReport } from '#pwa/sync/pull/refresh-reports.ts';
import { ChartCard } from '#pwa/ui/charts/chart-card.tsx';
import { FunnelChart } from '#pwa/ui/charts/funnel-chart.tsx';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { cutPage } from '#pwa/ui/lists/cut-page.ts';
import { Pager } from '#pwa/ui/lists/pager.tsx';
import { useAddressPage } from '#pwa/ui/lists/use-address-page.ts';
import { formatCount } from '#schema/messages/count.ts';
import { courseTable } from '#schema/reports/report-tables.ts';
import { CourseReportReply, type CourseReport as Report } from '#schema/reports/reports.ts';
import { SHARED_DEFINITIONS } from '../definitions.tsx';
import styles from '../report.module.css';
import { ReportFrame } from '../report-frame.tsx';
import { saveReport } from '../save-report.ts';
import { AnswersFile } from './answers-file.tsx';
import { COURSE_DEFINITIONS, describeWay, stepsOf } from './funnel-model.ts';
import { PracticeReport } from './practice-report.tsx';
import { TEST_KINDS } from './test-model.ts';
import { TestReport } from './test-report.tsx';

/** Rendered anew for each course. */
export function CourseReport({ courseId }: { courseId: string }) {
  const name = courseReportName(courseId);
  const stored = usePrivateQuery((store) => findReport(store, name, CourseReportReply), [name]);
  const fetchedAt = stored?.fetchedAt ?? null;
  // The report does not show them yet.
  const commands = usePrivateQuery((store) => listUnfetched(store, fetchedAt, TEST_KINDS), [fetchedAt]) ?? [];
  const refreshing = useRefresh(useCallback(() => refreshCourseReport(courseId), [courseId]));
  const report = stored?.report.report ?? null;
  return (
    <ReportFrame
      fetchedAt={fetchedAt}
      refreshing={refreshing}
      skeleton={<Skeleton height="30rem" />}
      definitions={[...COURSE_DEFINITIONS, ...SHARED_DEFINITIONS]}
      onSave={() => report && saveReport('course-report', courseTable(report))}
    >
      {report && <Way report={report} />}
      {report !== null && report.quizzes.length > 0 && <AnswersFile courseId={courseId} />}
      {report?.quizzes.map((quiz) =>
        quiz.use === 'test' ? (
          <TestReport key={quiz.quizId} courseId={courseId} quiz={quiz} commands={commands} />
        ) : (
          <PracticeReport key={quiz.quizId} quiz={quiz} />
        ),
      )}
    </ReportFrame>
  );
}

/** So many bars are read in one go; longer courses have several pages of them. */
const STEPS_PER_PAGE = 30;

/** The way of the learners through the course. */
function Way({ report }: { report: Report }) {
  const [requested, turn] = useAddressPage();
  const steps = stepsOf(report);
  const { rows, page, pages, rangeLabel } = cutPage(steps, { requested, size: STEPS_PER_PAGE, noun: 'step' });
  const table = steps.map(({ key, name, count, change }) => ({
    key,
    cells: [name, formatCount(count), change ?? ''],
  }));
  return (
    <Stack gap={4}>
      <ChartCard
        title={report.courseTitle}
        summary={describeWay(report)}
        table={{ columns: ['Step', 'Learners', 'Drop-off'], rows: table }}
      >
        {pages > 1 && <p className={styles.detail}>{rangeLabel}</p>}
        <FunnelChart steps={rows} whole={report.activated} />
      </ChartCard>
      <Pager page={page} pages={pages} onTurn={turn} />
    </Stack>
  );
}
