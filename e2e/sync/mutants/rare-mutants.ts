import type { Mutant } from './mutant.ts';

/** Mutants of what few schedules have. */
export const rareMutants = {
  'a savepoint that a full disk has ended is rolled back once more': {
    file: 'sync-server/db/transaction.ts',
    was: '!isDiskFull(error)',
    is: 'error !== null',
    noticedIn: 'serverDisk',
    firstSeed: 272,
  },
  'pruned tombstones are not recorded': {
    file: 'sync-server/db/changes/tombstone-queries.ts',
    in: 'removeOldTombstones',
    was: 'Math.max(...sequences)',
    is: 'Math.min(0, ...sequences)',
    noticedBy:
      'sync-server/sync/pull.test.ts > tombstones > are retained for 90 days; a cursor older than the pruned ones expires',
  },
  'the rows that do not fit into a page of the pull are skipped': {
    file: 'sync-server/sync/read-page.ts',
    in: 'readPage',
    was: 'rows[changes.length - 1]?.sequence',
    is: 'found[changes.length]?.sequence',
    noticedIn: 'largeTexts',
  },
  'every receipt is removed as early as that of progress': {
    file: 'sync-server/http/commands/receipt-queries.ts',
    was: 'daysAgo(RECEIPT_LIFETIME_DAYS)',
    is: 'daysAgo(EMPTY_RECEIPT_LIFETIME_DAYS)',
    noticedBy:
      'sync-server/progress/repeated-progress.test.ts > a receipt of saved progress > has a body and the full lifetime if the device clock was ahead, because a second run would win',
  },
} as const satisfies Record<string, Mutant>;
