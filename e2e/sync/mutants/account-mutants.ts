import type { Mutant } from './mutant.ts';

/** Mutants of what counts when people sign in and out, and roles and passwords change. */
export const accountMutants = {
  'a sign-out keeps only the unsent edits that were never refused or interrupted': {
    file: 'pwa/store/account/departure.ts',
    in: 'emptyStore',
    was: 'unsentRows(store).toArray()',
    is: "store.outbox.where('state').equals('waiting').toArray()",
    noticedIn: 'accounts',
    firstSeed: 1199,
  },
  'a sign-out that keeps unsent edits removes unsaved drafts': {
    file: 'pwa/store/account/departure.ts',
    in: 'emptyStore',
    was: '[store.uploads.name, store.uploadBytes.name, store.drafts.name]',
    is: '[store.uploads.name, store.uploadBytes.name]',
    noticedIn: 'accounts',
    firstSeed: 16830,
  },
  'a user who loses the rights of an admin loses the unsaved drafts': {
    file: 'pwa/store/admin/admin.ts',
    in: 'adminTables',
    was: '[adminUsers, adminRequests, adminCodeBatches, adminBatchCodes]',
    is: '[adminUsers, adminRequests, adminCodeBatches, adminBatchCodes, tables.drafts]',
    noticedBy:
      'pwa/store/admin/admin.test.ts > the end of the rights of an admin removes their rows, and no draft',
  },
  'a pull goes on where it was although the role has changed': {
    file: 'pwa/store/account/pull-state.ts',
    in: 'restartPullIn',
    was: 'cursor: null',
    is: 'cursor: (await readPullState(tx)).cursor',
    noticedBy:
      'e2e/sync/pull/pull.test.ts > an admin’s courses > are removed from the device with the role, and return with it',
  },
  'a sign-out keeps what its user discards': {
    file: 'pwa/session/session.ts',
    was: "choice === 'discardUnsent' ? 'discard' : 'keep'",
    is: "'keep'",
    noticedIn: 'accounts',
    firstSeed: 617,
  },
} as const satisfies Record<string, Mutant>;
