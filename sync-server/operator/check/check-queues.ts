import type Sqlite from 'better-sqlite3';
import { type Finding, ok, warning } from '../finding.ts';

interface Queue {
  readonly waiting: number;
  readonly failing: number;
  readonly problem: string | null;
}

const queueOf = (table: 'mails' | 'transcodes') => `
  select count(*) as waiting, coalesce(sum(lastProblem is not null), 0) as failing, max(lastProblem) as problem
  from ${table} where nextAttemptAt is not null`;

/** Mails and transcodes that wait; a problem of the last attempt is shown. */
export function checkQueues(db: Sqlite.Database): Finding[] {
  return (['mails', 'transcodes'] as const).map((table) => {
    const queue = db.prepare<[], Queue>(queueOf(table)).get();
    if (queue === undefined || queue.failing === 0) return ok(table, `${queue?.waiting ?? 0} waiting`);
    return warning(
      table,
      `${queue.failing} of ${queue.waiting} waiting have failed before: ${queue.problem}`,
    );
  });
}
