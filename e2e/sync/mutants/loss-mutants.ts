import type { Mutant } from './mutant.ts';

/** Mutants of what counts when a browser deletes the databases of a device. */
export const lossMutants = {
  'an edit after a loss hides what was lost': {
    file: 'pwa/store/account/canary.ts',
    in: 'updateCanary',
    was: 'await note(store, isLong && added !== undefined ? added : null);',
    is: `if (canary === null) await note(store, null);
      else writeCanary(store.userId, { ...canary, unsent: await countUnsent(store) });`,
    noticedIn: 'lostStores',
  },
  'the check of a new page overwrites what is counted meanwhile': {
    file: 'pwa/store/account/canary.ts',
    in: 'findLostCommands',
    was: 'return note(store, null);',
    is: `const before = readCanary(store.userId);
      return note(store, null).then((lost) => {
        const now = readCanary(store.userId);
        if (before !== null && now !== null && before.birth === now.birth)
          writeCanary(store.userId, { ...now, unsent: before.unsent });
        return lost;
      });`,
    noticedBy:
      'pwa/store/account/canary.test.ts > the number of unsent edits > is not overwritten by the check of a new page',
  },
  'edits that a decision or a file adds are not counted': {
    file: 'pwa/sync/outbox/outbox.ts',
    in: 'changeOutboxHere',
    was: 'return changeOutbox(user.id, work);',
    is: 'return withQuotaRetry(user.id, () => work(openPrivateStore(user.id)));',
    noticedBy:
      'pwa/store/account/canary.test.ts > the number of unsent edits > follows a decision of the user',
  },
} as const satisfies Record<string, Mutant>;
