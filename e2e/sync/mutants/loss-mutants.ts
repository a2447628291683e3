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
  'a new database takes nothing from the copy of the lost one': {
    file: 'pwa/sync/copy/restore-copy.ts',
    in: 'restoreCopy',
    was: 'copy === null || copy.birth === (await readBirth(store))',
    is: 'true',
    noticedIn: 'lostStores',
  },
  'what two pages find in one copy counts twice': {
    file: 'pwa/store/account/canary.ts',
    in: 'restoreLostCommands',
    was: 'canary === null || canary.restored === birth',
    is: 'canary === null',
    noticedBy:
      'pwa/sync/copy/copy-unsent.test.ts > what came after the last copy is reported as lost > once, also if two tabs restore the copy at the same time',
  },
  'commands of an outdated copy hide what was lost': {
    file: 'pwa/sync/copy/restore-copy.ts',
    in: 'countCertainLoss',
    was: 'canary.lost + Math.min(canary.unsent, copy.leftOut + (isOutdated ? 1 : 0))',
    is: 'canary.lost',
    noticedBy:
      'pwa/sync/copy/copy-unsent.test.ts > what came after the last copy is reported as lost > also if the commands of the copy had been sent',
  },
  'what comes after the copied commands is not counted': {
    file: 'pwa/sync/copy/unsent-copier.ts',
    in: 'readWork',
    was: '(await countUnsent(tx)) - rows.length',
    is: '0',
    noticedBy:
      'pwa/sync/copy/copy-unsent.test.ts > what came after the last copy is reported as lost > also if it came after as many commands as a copy has, and these had been sent',
  },
  'what is found again is sent after what was done since': {
    file: 'pwa/sync/copy/restore-copy.ts',
    in: 'restoreCopy',
    was: '{ isCopy: true, findTexts }',
    is: '{ findTexts }',
    noticedBy:
      'pwa/sync/copy/copy-unsent.test.ts > after the browser has lost the database > what was done since is sent after what is found again',
  },
  'a sign-out removes the copy of a lost database': {
    file: 'pwa/store/account/departure.ts',
    in: 'removeCopyOf',
    was: 'copy !== null && copy.birth !== birth',
    is: 'false',
    noticedBy:
      'pwa/sync/copy/copy-unsent.test.ts > after the browser has lost the database > a user who signs out before that, on a page that has opened it, finds it at the next login',
  },
  'a copy that does not fit on the disk is replaced by an empty one': {
    file: 'pwa/sync/copy/restore-copy.ts',
    in: 'ignoreUnreadable',
    was: 'error instanceof UserFacingError && error.message === deviceMessages.outboxFileUnreadable',
    is: 'error instanceof UserFacingError',
    noticedBy:
      'pwa/sync/copy/copy-unsent.test.ts > what came after the last copy is reported as lost > although what is found again does not fit on the disk at first',
  },
  'a copy that cannot be replaced stays': {
    file: 'pwa/store/account/unsent-copy.ts',
    in: 'writeCopy',
    was: 'await removeCopy(store.userId);',
    is: '',
    noticedBy:
      'pwa/sync/copy/copy-unsent.test.ts > the copy > is removed if it cannot be replaced, since it may hold what was discarded since',
  },
  'a transaction that wrote nothing is taken for a change': {
    file: 'pwa/store/database/watch-tables.ts',
    in: 'isChanged',
    was: "'from' in keys && isWatched(part)",
    is: 'isWatched(part)',
    noticedBy:
      'pwa/store/database/watch-tables.test.ts > reports nothing for a transaction that wrote nothing',
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
