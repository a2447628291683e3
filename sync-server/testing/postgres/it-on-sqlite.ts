import { describe, it } from 'vitest';
import { usesPostgres } from './test-database.ts';

/**
 * A test of what only a database file has: the plans of its queries, its size, its triggers, a library that a bench
 * writes into it. In the project of PostgreSQL it does not exist.
 */
export function itOnSqlite(title: string, test: () => Promise<void>, timeoutMs?: number): void {
  if (!usesPostgres()) it(title, test, timeoutMs);
}

/** Several of them. */
export function describeOnSqlite(title: string, define: () => void): void {
  if (!usesPostgres()) describe(title, () => define());
}
