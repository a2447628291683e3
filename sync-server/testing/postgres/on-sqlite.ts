import { usesPostgres } from './test-database.ts';

type Define = (title: string, body: () => void | Promise<void>) => void;

/**
 * Returns `it` or `describe` for tests of what only a database file has: the plans of its queries, its size, its
 * triggers, a library that a bench writes into it. In the project of PostgreSQL these tests do not exist.
 *
 * @param define of the file itself, because mutants replace it there (e2e/sync/mutants/collect-tests.ts)
 */
export const onSqlite = (define: Define): Define => (usesPostgres() ? () => undefined : define);
