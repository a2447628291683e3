import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import * as v from 'valibot';
import { BUSY_TIMEOUT_MS } from '../db/connections/sqlite-dialect.ts';
import type { Tables } from '../db/tables.ts';
import { type ReportPart, type ReportRequest, runReport } from './run-report.ts';

/** The request to the thread. */
export interface ReportJob {
  readonly id: number;
  readonly request: ReportRequest;
}

/** The reply of the thread: the report, or why there is none. */
export interface ReportJobDone {
  readonly id: number;
  readonly part: ReportPart | null;
  readonly problem: string | null;
}

const { databaseFile } = v.parse(v.object({ databaseFile: v.string() }), workerData);

/** Reads the last commit and blocks no writer. */
const db = new Kysely<Tables>({
  dialect: new SqliteDialect({
    database: new Sqlite(databaseFile, { readonly: true, timeout: BUSY_TIMEOUT_MS }),
  }),
});

async function run({ id, request }: ReportJob): Promise<ReportJobDone> {
  try {
    return { id, part: await runReport(db, request), problem: null };
  } catch (error) {
    return {
      id,
      part: null,
      problem: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

parentPort?.on('message', async (job: ReportJob) => parentPort?.postMessage(await run(job)));
