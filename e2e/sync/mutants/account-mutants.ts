import type { Mutant } from './mutant.ts';

/** Mutants of what counts when people sign in and out, and roles and passwords change. */
export const accountMutants = {
  'a sign-out keeps only the unsent edits that were never refused or interrupted': {
    file: 'pwa/store/account/departure.ts',
    in: 'emptyStore',
    was: "store.outbox.where('state').anyOf(UNSENT_STATES).toArray()",
    is: "store.outbox.where('state').equals('waiting').toArray()",
    noticedIn: 'accounts',
  },
  'a sign-out that keeps unsent edits removes unsaved drafts': {
    file: 'pwa/store/account/departure.ts',
    in: 'emptyStore',
    was: '[store.uploads.name, store.uploadBytes.name, store.drafts.name]',
    is: '[store.uploads.name, store.uploadBytes.name]',
    noticedIn: 'accounts',
  },
  'whoever loses the rights of an admin loses the unsaved drafts': {
    file: 'pwa/store/admin/admin.ts',
    in: 'adminTables',
    was: '[...adminCourseTables(tables), tables.adminStrays, tables.adminUsers, tables.adminRequests]',
    is: '[...adminCourseTables(tables), tables.adminStrays, tables.adminUsers, tables.adminRequests, tables.drafts]',
    noticedIn: 'accounts',
  },
  'a pull goes on where it was although the role has changed': {
    file: 'pwa/sync/pull/pull.ts',
    in: 'readyStart',
    was: '!isFresh && start.state.role === role',
    is: '!isFresh',
    noticedIn: 'accounts',
  },
  'a sign-out keeps what its user discards': {
    file: 'pwa/session/session.ts',
    in: 'signOut',
    was: "noteDeparture({ userId, unsent: choice === 'discardUnsent' ? 'discard' : 'keep' });",
    is: "noteDeparture({ userId, unsent: 'keep' });",
    noticedIn: 'accounts',
  },
} as const satisfies Record<string, Mutant>;
