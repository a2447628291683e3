import { Tabs, tabId } from '#pwa/ui/controls/tabs.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { CodesReport } from './codes/codes-report.tsx';
import { CourseReports } from './course/course-reports.tsx';
import { LearnersReport } from './learners/learners-report.tsx';
import { type ReportTab, useReportView } from './use-report-view.ts';

const PANEL = 'report';

const tabs = [
  { id: 'courses', name: 'Courses' },
  { id: 'learners', name: 'Learners' },
  { id: 'codes', name: 'Codes' },
] as const;

/** How far learners come, and how codes are used. */
export function AdminReportsPage() {
  const { tab, courseId, chooseTab, chooseCourse } = useReportView();
  return (
    <Page>
      <Stack gap={5}>
        <PageTitle>Reports</PageTitle>
        <Tabs<ReportTab> label="Reports" tabs={tabs} current={tab} panelId={PANEL} onChoose={chooseTab} />
        <div id={PANEL} role="tabpanel" aria-labelledby={tabId(PANEL, tab)} tabIndex={-1}>
          {tab === 'courses' && <CourseReports chosenId={courseId} onChoose={chooseCourse} />}
          {tab === 'learners' && <LearnersReport />}
          {tab === 'codes' && <CodesReport />}
        </div>
      </Stack>
    </Page>
  );
}
