import type { Mutant } from './mutant.ts';

/** Mutants of what few schedules have. */
export const rareMutants = {
  'a savepoint that a full disk has ended is rolled back once more': {
    file: 'sync-server/db/transaction.ts',
    was: '!isDiskFull(error)',
    is: 'error !== null',
    noticedIn: 'serverDisk',
  },
} as const satisfies Record<string, Mutant>;
