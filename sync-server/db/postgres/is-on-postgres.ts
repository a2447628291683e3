import { PostgresAdapter } from 'kysely';
import type { Db } from '../open.ts';

/** Whether `db`, or the database of a transaction, is PostgreSQL. */
export const isOnPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;
