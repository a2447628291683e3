import type { Mutant } from './mutant.ts';

/** Mutants of enqueuing and storing edits. */
export const queueMutants = {
  'an edit is merged into a command that was attempted': {
    file: 'pwa/sync/outbox/outbox-rows.ts',
    was: "return !hasLeft(row) && (row.state === 'waiting' || row.state === 'paused');",
    is: "return row.state === 'waiting' || row.state === 'paused';",
    noticedBy:
      'e2e/sync/editor/editor-outbox.test.ts > a course created offline > is followed by edits made while its creation is in flight',
  },
  'progress is merged into a command that was attempted': {
    file: 'pwa/sync/enqueue/coalesce.ts',
    in: 'findOpenProgress',
    was: "row === undefined || row.state !== 'waiting' || hasLeft(row)",
    is: "row === undefined || row.state !== 'waiting'",
    noticedBy:
      'pwa/sync/enqueue/coalesce.test.ts > merging progress that is not sent yet > never changes a command that was sent before',
  },
  'the outbox is ordered by the device’s clock': {
    file: 'pwa/store/account/outbox.ts',
    was: 'a.order - b.order',
    is: 'Date.parse(a.command.createdAt) - Date.parse(b.command.createdAt)',
    noticedBy:
      'e2e/sync/editor/editor-outbox.test.ts > a course created offline > arrives whole although the clock was set back meanwhile',
  },
  'all users share one outbox': {
    file: 'pwa/store/database/private-store-name.ts',
    in: 'privateStoreName',
    was: 'userId',
    is: '0',
    noticedBy:
      'e2e/sync/editor/editor-replay.test.ts > a session that ends > shows and sends no data of one user to another',
  },
  'a deletion leaves commands that wait inside its row': {
    file: 'pwa/sync/enqueue/editor-coalesce.ts',
    was: "inside.filter((row) => isOpen(row) || row.state === 'refused')",
    is: 'inside.filter(() => false)',
    noticedBy:
      'e2e/sync/editor/save-course.test.ts > a Save Course > sends nothing for a lesson created and deleted again, and cancels edits waiting in a deleted module',
  },
  'an edit is reported as stored although the disk is full': {
    file: 'pwa/store/database/access.ts',
    was: 'throw isQuotaExceeded(error) ? new StorageFullError(error) : explain(store, error);',
    is: 'if (isQuotaExceeded(error)) return undefined; throw error;',
    noticedBy:
      'pwa/sync/outbox/outbox.test.ts > a device with full storage > rejects the edit with its own error, leaves the queue as it is, and accepts the same edit once there is space',
  },
  'a replayed activation removes other courses': {
    file: 'pwa/sync/replay/outcomes/learner-acks.ts',
    was: 'response.isReplayed ? user.activatedCourses : []',
    is: '[]',
    noticedBy:
      'pwa/sync/replay/outcomes/learner-acks.test.ts > the ack of an activation > replayed from an older receipt removes no course that was unlocked since',
  },
  'an edit is merged into a command imported from a file': {
    file: 'pwa/sync/outbox/outbox-file.ts',
    was: 'attempts: 1, isImported: true',
    is: 'attempts: 0, isImported: true',
    noticedBy:
      'e2e/sync/editor/editor-replay.test.ts > unsent work as a file > is changed by no edit on the other device, because the first device may have sent it',
  },
  'an imported deletion of a course removes the refused edits in it': {
    file: 'pwa/sync/replay/outcomes/apply-admin-acks.ts',
    was: "command.kind === 'course.delete' && !isImported",
    is: "command.kind === 'course.delete'",
    noticedBy:
      'e2e/sync/replay/outbox-file.test.ts > the deletion of a course in a file > leaves a refused edit that was made here without knowing of it',
  },
  'a stored edit is reported as failed when its canary cannot be written': {
    file: 'pwa/sync/outbox/outbox.ts',
    was: 'await updateCanary(store, countAdded?.(result)).catch(() => undefined);',
    is: 'await updateCanary(store, countAdded?.(result));',
    noticedBy:
      'pwa/sync/outbox/outbox.test.ts > a device with full storage > does not report a stored edit as failed, so that its draft is not shown as if it were on the device',
  },
  'an import is sent although texts of it are missing': {
    file: 'pwa/sync/outbox/import-lines.ts',
    was: 'left === 0 ? new Blob([...pieces, piece]) : null',
    is: 'new Blob([...pieces, piece])',
    noticedBy:
      'e2e/sync/imports/one-command.test.ts > an import > of which a text is lost is refused, and the user is told to import the file again',
  },
  'a part of an imported course is shown while the rest is pulled': {
    file: 'pwa/sync/commands/course-rows.ts',
    was: 'withMissing(course.modules, args.modules)',
    is: 'course.modules',
    noticedBy:
      'pwa/sync/commands/overlay.test.ts > the overlay of unsent commands > completes an imported course of which only a part was pulled',
  },
  'an exported file contains another user’s work': {
    file: 'pwa/sync/outbox/outbox-file.ts',
    was: 'const own = whole.filter(({ command }) => command.userId === store.userId);',
    is: 'const own = whole;',
    noticedBy:
      'e2e/sync/editor/editor-replay.test.ts > unsent work as a file > contains no other user’s data',
  },
  'a discard is undone in another user’s outbox': {
    file: 'pwa/sync/outbox/outbox.ts',
    in: 'undoDiscard',
    was: 'first.command.userId',
    is: "readKnownUser()?.id ?? ''",
    noticedBy:
      'pwa/sync/outbox/outbox.test.ts > retrying or discarding a command > cannot be undone by another user of the device',
  },
  'an edit is stored for the user who signed in meanwhile': {
    file: 'pwa/sync/outbox/outbox.ts',
    was: 'const store = openPrivateStore(authorId);',
    is: 'const store = openPrivateStore(readKnownUser()?.id ?? authorId);',
    noticedBy:
      'pwa/sync/outbox/outbox.test.ts > an edit on a screen after another tab has signed in another user > is rejected and stored for neither of them: progress',
  },
  'running work writes into the store of a user who signed out': {
    file: 'pwa/store/database/access.ts',
    was: 'requireOwner(store); return work(Object.assign(tx, { userId: store.userId }));',
    is: 'return work(Object.assign(tx, { userId: store.userId }));',
    noticedBy:
      'pwa/store/database/access.test.ts > a private store > accepts no writes from work that was under way at sign-out',
  },
} as const satisfies Record<string, Mutant>;
