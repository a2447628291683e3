import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { CompiledQuery } from 'kysely';
import { vi } from 'vitest';
import { SqliteFile } from '../db/connections/sqlite-file.ts';
import type { TestServer } from './test-server.ts';

/** A query that ran, with its plan (one line per step) and how many rows it changed. */
export interface WatchedQuery {
  readonly sql: string;
  readonly plan: string;
  readonly changedRows: number;
}

/** Runs `work` and returns the queries of the server meanwhile, those of transactions included. */
export async function watchQueries(
  server: TestServer,
  work: () => Promise<unknown>,
): Promise<WatchedQuery[]> {
  const execute = vi.spyOn(SqliteFile.prototype, 'run');
  await work();
  const ran = execute.mock.calls.map(([query], index) => ({ query, result: execute.mock.results[index] }));
  execute.mockRestore();
  const db = new Sqlite(join(server.deps.config.dataFolder, 'carrel.sqlite'), { readonly: true });
  const queries: WatchedQuery[] = [];
  for (const { query, result } of ran) {
    const { numAffectedRows = 0n } = result?.value ?? {};
    queries.push({ sql: query.sql, plan: planOf(db, query), changedRows: Number(numAffectedRows) });
  }
  db.close();
  return queries;
}

function planOf(db: Sqlite.Database, { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): string {
  if (!/^(select|insert|update|delete)/.test(sql)) return '';
  const steps = db.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...parameters);
  return steps.map(({ detail }) => detail).join('\n');
}
