import type { Db } from '../db/open.ts';
import { ReportThread } from './report-thread.ts';
import { type ReportPart, type ReportRequest, runReport } from './run-report.ts';

/** Where reports are computed. */
export interface ReportSource {
  run(request: ReportRequest): Promise<ReportPart | null>;
  close(): Promise<void>;
}

/**
 * On SQLite, queries run on the thread that asks for them, so reports have one of their own. On PostgreSQL they are
 * ordinary queries. `databaseFile`: null on PostgreSQL.
 */
export function createReportSource(db: Db, databaseFile: string | null): ReportSource {
  if (databaseFile !== null) return new ReportThread(databaseFile);
  return { run: (request) => runReport(db, request), close: async () => {} };
}
