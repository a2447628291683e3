import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useRefresh } from '#pwa/session/queries/use-refresh.ts';
import { findReport } from '#pwa/store/admin/reports.ts';
import { CODES_REPORT, refreshCodesReport } from '#pwa/sync/pull/refresh-reports.ts';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { EmptyState } from '#pwa/ui/feedback/empty-state.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { batchesTable } from '#schema/reports/report-tables.ts';
import { CodesReportReply } from '#schema/reports/reports.ts';
import { SHARED_DEFINITIONS } from '../definitions.tsx';
import { ReportFrame } from '../report-frame.tsx';
import { saveReport } from '../save-report.ts';
import { BatchList } from './batch-list.tsx';
import { CODES_DEFINITIONS } from './codes-model.ts';
import { WeeksChart } from './weeks-chart.tsx';

/** The use of activation codes, by week and by batch. */
export function CodesReport() {
  const stored = usePrivateQuery((store) => findReport(store, CODES_REPORT, CodesReportReply), []);
  const refreshing = useRefresh(refreshCodesReport);
  const report = stored?.report.report ?? null;
  return (
    <ReportFrame
      fetchedAt={stored?.fetchedAt ?? null}
      refreshing={refreshing}
      skeleton={<Skeleton height="30rem" />}
      definitions={[...CODES_DEFINITIONS, ...SHARED_DEFINITIONS]}
      onSave={() => report && saveReport('codes', batchesTable(report.batches))}
    >
      {report && (
        <Stack gap={5}>
          <WeeksChart weeks={report.weeks} />
          {report.batches.length === 0 ? (
            <EmptyState>
              <p>
                There are no activation codes yet. Draw them on the page Codes, or add them in a course’s
                editor.
              </p>
            </EmptyState>
          ) : (
            <BatchList batches={report.batches} />
          )}
        </Stack>
      )}
    </ReportFrame>
  );
}
