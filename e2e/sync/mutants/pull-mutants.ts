import type { Mutant } from './mutant.ts';

/** Mutants of the pull. */
export const pullMutants = {
  'a size of pages that failed is tried again after each quick page': {
    file: 'pwa/sync/pull/page-size.ts',
    was: 'characters * 2 < tooLarge || quickPages >= QUICK_PAGES',
    is: 'characters * 2 < tooLarge || quickPages > 0',
    noticedBy:
      'e2e/sync/replay/slow-connection.test.ts > over a connection that breaks after 64 kB > a new device’s first pull ends',
  },
  'the pages of the pull never become smaller': {
    file: 'pwa/sync/pull/page-size.ts',
    was: '!isReceived || durationMs > SLOW_MS',
    is: 'durationMs > SLOW_MS',
    noticedBy:
      'e2e/sync/pull/first-download.test.ts > a connection that carries no large page > moves the cursor, with smaller pages after each failure',
  },
  'the pull of a new device brings the text of its courses too': {
    file: 'pwa/store/account/pull-state.ts',
    was: "role === 'user' && sweep?.kept.length === 0",
    is: 'false',
    noticedBy:
      'e2e/sync/pull/first-download.test.ts > a new device > receives each text once, and what changes from then on',
  },
  'a course that was stored before the first page misses the changes in between': {
    file: 'pwa/store/pull-page.ts',
    was: '(await tx.courses.count()) > 0',
    is: 'false',
    noticedBy:
      'e2e/sync/pull/first-download.test.ts > a new device > misses no change between a course that was stored early and its first page',
  },
  'a pull without courses omits changes after its start': {
    file: 'sync-server/sync/read-page.ts',
    was: "isWithoutCourses && puller.scope === 'own' ? from.startSequence : 0",
    is: "isWithoutCourses && puller.scope === 'own' ? last : 0",
    noticedBy:
      'sync-server/sync/pull-pages.test.ts > pages > of a learner without courses omit what the courses contain at the start, and no later change',
  },
  'a course that a pull overtook keeps text behind the cursor': {
    file: 'pwa/sync/pull/refresh.ts',
    was: '{ keptAt, pulled, etag }',
    is: '{ keptAt, etag }',
    noticedBy:
      'e2e/sync/pull/first-download.test.ts > a course that pulls overtake > is requested once, and the next pull repeats what may be newer',
  },
  'a pull from the start misses its end after a course that it overtook': {
    file: 'pwa/store/account/pull-state.ts',
    was: 'from.cursor === null || state.sweep !== null',
    is: 'from.cursor === null',
    noticedBy:
      'e2e/sync/pull/first-download.test.ts > a course that pulls overtake > while everything is pulled again ends with what the server has',
  },
  'the cursor is written before the transaction of the rows': {
    file: 'pwa/sync/pull/pull.ts',
    was: `const effect = await putPulledPage(store, reply, {
      continues: ({ cursor, count }) => cursor === state.cursor && count === state.count,
      isFromStart: state.sweep !== null,
      admin,
    });`,
    is: `const moved = { ...state, cursor: reply.cursor };
      await store.database.state.put({ key: 'pull', value: moved });
      const effect = await putPulledPage(store, reply, {
        continues: ({ cursor }) => cursor === moved.cursor,
        isFromStart: state.sweep !== null,
        admin,
      });`,
    noticedBy:
      'e2e/sync/pull/pull-interrupted.test.ts > an interrupted pull > has written neither rows nor cursor in the middle of its transaction',
  },
  'the cursor is written after the transaction of the rows': {
    file: 'pwa/store/pull-page.ts',
    was: 'await writePullState(tx, next); return effect;',
    is: 'setTimeout(() => write(store, [store.state], (tx) => writePullState(tx, next)).catch(() => undefined)); return effect;',
    noticedBy:
      'e2e/sync/pull/pull-interrupted.test.ts > an interrupted pull > continues where it was after a page was written, and loses nothing',
  },
  'an outdated page is written although another tab was faster': {
    file: 'pwa/store/pull-page.ts',
    in: 'putPulledPage',
    was: 'if (!request.continues(state)) return null;',
    is: '',
    noticedBy:
      'e2e/sync/pull/pull-interrupted.test.ts > an interrupted pull > does not overwrite the result of another tab that was faster',
  },
  'a page of progress is written whatever the device has pulled': {
    file: 'pwa/store/pull-page.ts',
    in: 'putProgressPage',
    was: 'if (!continues(state)) return null;',
    is: '',
    noticedBy:
      'e2e/sync/pull/pushed-page.test.ts > a page that came with an event > with progress of another device is written with its cursor, and only once',
  },
  'a page of an event is written although changes before it are missing': {
    file: 'pwa/sync/pull/pushed.ts',
    was: 'sequence >= page.after',
    is: 'true',
    noticedBy:
      'e2e/sync/pull/pushed-page.test.ts > a page that came with an event > is not written when changes before it are missing: the device has to pull',
  },
  'a page of an event is written after a newer one': {
    file: 'pwa/sync/pull/pushed.ts',
    was: '!isKnown && sequence >= page.after',
    is: 'sequence >= page.after',
    noticedBy:
      'e2e/sync/pull/pushed-page.test.ts > a page that came with an event > follows a pull that was faster, and one page the other',
  },
  'a page of an event is written in another epoch': {
    file: 'pwa/sync/pull/pushed.ts',
    was: 'epoch !== page.epoch || role !== user.role',
    is: 'role !== user.role',
    noticedBy:
      'e2e/sync/pull/pushed-page.test.ts > a page that came with an event > is not written when it is of another epoch',
  },
  'the device ignores a new epoch': {
    file: 'pwa/sync/pull/pull.ts',
    was: 'state.epoch === reply.epoch',
    is: 'state.epoch !== undefined',
    firstSeed: 110,
  },
  'a device that sent before its first pull trusts the ack forever': {
    file: 'pwa/sync/pull/pull.ts',
    was: 'state.epoch === reply.epoch',
    is: 'state.epoch === null || state.epoch === reply.epoch',
    noticedBy:
      'e2e/sync/replay/server-restore.test.ts > a command acknowledged before a restore > is resent by a device whose first pull comes afterwards',
  },
  'commands are requeued without storing the new epoch': {
    file: 'pwa/sync/outbox/requeue-acknowledged.ts',
    was: 'await writePullState(tx, { ...state, epoch, sequence: undefined, reached: undefined });',
    is: '',
    noticedBy:
      'e2e/sync/replay/server-restore.test.ts > a command acknowledged before a restore > is resent when the reply arrives between the new epoch and the page that reported it',
  },
  'a device ignores a tombstone': {
    file: 'pwa/store/server-rows/apply-page.ts',
    was: 'await removeParts(tx, found);',
    is: '',
    noticedBy:
      'e2e/sync/pull/pull.test.ts > a course that a learner has downloaded > receives edits, additions, moves and deletes in it',
  },
  'a pulled lesson goes with the deleted module in which the device has it': {
    file: 'pwa/store/server-rows/apply-page.ts',
    was: 'await putParts(tx, here, { isSweep }); const found = await findGone(tx, deleted);',
    is: 'const found = await findGone(tx, deleted); await putParts(tx, here, { isSweep });',
    noticedBy:
      'pwa/store/admin/pull-admin.test.ts > a deleted module on a page of the pull > leaves a lesson that is in another module now, as after a restore in which it was made again',
  },
  'a tombstone removes unsent work': {
    file: 'pwa/store/server-rows/part-rows.ts',
    was: 'await tx.lessonContents.bulkDelete(idsOf(gone.lesson));',
    is: 'await tx.lessonContents.bulkDelete(idsOf(gone.lesson)); if (gone.lesson.length > 0) await tx.outbox.bulkDelete(await tx.outbox.toCollection().primaryKeys());',
    noticedBy:
      'e2e/sync/pull/pull.test.ts > an admin’s courses > retain the text of a deleted row that has unsent edits',
  },
  'the pull writes an older row over a newer one': {
    file: 'pwa/store/server-rows/part-rows.ts',
    was: 'isSweep || (old.get(row.id)?.version ?? 0) <= row.version',
    is: 'true',
    noticedBy:
      'e2e/sync/pull/pull.test.ts > a course that a learner has downloaded > never replaces a newer version by an older one',
  },
  'a pull from the start leaves rows that it did not receive, for learners': {
    file: 'pwa/store/pull-page.ts',
    was: 'const swept = await applyPage(tx, { ...emptyPage, gone: unseen }, { admin, isSweep });',
    is: 'const swept = { changed: [], removed: [] };',
    noticedBy:
      'e2e/sync/pull/pull-interrupted.test.ts > an invalid cursor > restarts the pull from the beginning: rows not received are removed, unsent work stays',
  },
  'a pull from the start leaves rows that it did not receive, for admins': {
    file: 'pwa/store/pull-page.ts',
    was: 'admin === null ? sweep.kept : [...sweep.kept, ...sweep.admin]',
    is: 'sweep.kept',
    noticedBy:
      'e2e/sync/pull/pull.test.ts > an admin’s courses > pulled from the beginning lose the rows not received, and no unsent work',
  },
  'the pull restarts again and again': {
    file: 'pwa/sync/pull/pull.ts',
    was: 'isExpired(response) && restarts === 0',
    is: 'isExpired(response) && restarts < 3',
    noticedBy:
      'e2e/sync/pull/pull-interrupted.test.ts > an invalid cursor > for a server that accepts no cursor is not replaced forever',
  },
} as const satisfies Record<string, Mutant>;
