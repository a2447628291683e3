import type { Mutant } from './mutant.ts';

/** Mutants of the server. */
export const serverMutants = {
  'a deleted course unlocks by its codes until it is removed': {
    file: 'sync-server/activation/activation-queries.ts',
    in: 'listCodeRows',
    was: "trx.selectFrom('activationCodes').innerJoin(liveCourses, 'courses.id', 'activationCodes.courseId')",
    is: "trx.selectFrom('activationCodes').innerJoin('courses', 'courses.id', 'activationCodes.courseId')",
    noticedBy:
      'sync-server/editor/deleted-courses.test.ts > a deleted course with many learners, until its last piece is removed > unlocks nothing by its codes, and says of them what it says of unknown ones',
  },
  'an attach that is repeated after months is not recognised': {
    file: 'sync-server/history/revision-queries.ts',
    in: 'wasGiven',
    was: "typeof value === 'string'",
    is: 'false',
    noticedBy:
      'sync-server/uploads/attach-upload.test.ts > a finished upload > of a video stays attached when the command is repeated after months, and replaces no newer one',
  },
  'an attach at another time than the one in the history counts as its repeat': {
    file: 'sync-server/history/revision-queries.ts',
    in: 'wasGiven',
    was: "trx.selectFrom('revisions').select('after').where('entity', '=', entity).where('entityId', '=', id).where('kind', '=', 'update').where('userId', '=', userId).where('madeAt', '=', madeAt)",
    is: "trx.selectFrom('revisions').select('after').where('entity', '=', entity).where('entityId', '=', id).where('kind', '=', 'update').where('userId', '=', userId)",
    noticedBy:
      'sync-server/uploads/attach-upload.test.ts > a finished upload > of a thumbnail stays attached when the command is repeated after months, and replaces no newer one',
  },
  'learners are not told that a course was deleted': {
    file: 'sync-server/trash/notice-queries.ts',
    was: 'learners.map((userId): Change => ({ ...lost, userId }))',
    is: '[]',
    noticedBy:
      'sync-server/editor/deleted-courses.test.ts > the pull > tells a learner at the latest with their piece that the course and the access are gone',
  },
  'a restored course writes no change of its lessons': {
    file: 'sync-server/trash/trash-queries.ts',
    was: "await listInside(trx, { kind: 'course', ids: [courseId] })",
    is: "(await listInside(trx, { kind: 'course', ids: [courseId] })).filter(({ kind }) => kind !== 'lesson')",
    noticedBy:
      'sync-server/trash/trash.test.ts > restoring > reaches the devices of admins with every row of the course',
  },
  'a time that passed in the trash is made up for': {
    file: 'sync-server/trash/trash-queries.ts',
    was: 'await removePassedTimes(trx, courseId, at);',
    is: '',
    noticedBy:
      'sync-server/schedule/publish-schedule.test.ts > the schedule of a course > is at rest in the trash, and a time that passed there is gone after the restoration',
  },
  'a course is shown although the time to unpublish it has come as well': {
    file: 'sync-server/schedule/apply-due.ts',
    was: "if (isToUnpublish) return 'missed';",
    is: '',
    noticedBy:
      'sync-server/schedule/publish-schedule.test.ts > a course with a time to be unpublished > is not shown for a moment when both times have passed, and admins get a mail',
  },
  'a time that has come is not removed': {
    file: 'sync-server/schedule/apply-due.ts',
    was: 'time !== null && time <= at ? null : time',
    is: 'time',
    noticedBy:
      'sync-server/schedule/publish-schedule.test.ts > a course with a time to be published > is published then and not before, once, and the time is removed',
  },
  'a course that is published by hand keeps its time': {
    file: 'schema/courses/schedule.ts',
    was: '{ [name]: null }',
    is: '{}',
    noticedBy:
      'sync-server/schedule/publish-schedule.test.ts > a change of the status by hand > to published removes the time of publishing and leaves the other',
  },
  'a course that is being purged can be restored': {
    file: 'sync-server/trash/trash-queries.ts',
    was: '{ purgeAt: null, deletedAt }',
    is: '{ deletedAt }',
    noticedBy: 'sync-server/trash/trash.test.ts > deleting for good > cannot be undone, from its commit on',
  },
  'another deletion than the one that the admin saw is made final': {
    file: 'sync-server/trash/trash-routes.ts',
    was: 'trashed?.deletedAt !== call.input.deletedAt',
    is: 'trashed === undefined',
    noticedBy:
      'sync-server/trash/trash.test.ts > deleting for good > is refused for a course that was restored and deleted again since the admin saw it',
  },
  'the rest of a deleted course stays': {
    file: 'sync-server/editor/deleted-courses.ts',
    was: 'courseId === undefined',
    is: 'true',
    noticedBy:
      'sync-server/editor/deleted-courses.test.ts > what is left of a deleted course > of one that is deleted meanwhile is removed too',
  },
  'the texts of an import are stored as they were sent': {
    file: 'sync-server/editor/import-route.ts',
    was: 'content: await html.clean(content)',
    is: 'content: content',
    noticedBy:
      'sync-server/editor/import.test.ts > an imported course > is created whole, unpublished, with sanitised texts and links under ids that the device knows',
  },
  'a compressed body is bounded before decompression only': {
    file: 'sync-server/http/read-body.ts',
    was: '{ maxOutputLength: maxBytes }',
    is: '{ maxOutputLength: 2 ** 30 }',
    noticedBy:
      'sync-server/http/surface/compression.test.ts > a request body > may not be larger decompressed than uncompressed',
  },
  'replies with tokens are compressed': {
    file: 'sync-server/http/reply.ts',
    was: 'path.startsWith(SECRET_PATH)',
    is: 'path === SECRET_PATH',
    noticedBy:
      'sync-server/http/surface/compression.test.ts > a JSON reply > is not compressed when it is small, or may contain a token',
  },
  'files that no row names stay for ever': {
    file: 'sync-server/uploads/files/sweep-media.ts',
    was: 'nowMs - UNNAMED_FILES_RETENTION_MS',
    is: 'nowMs - 1_000 * UNNAMED_FILES_RETENTION_MS',
    noticedBy:
      'sync-server/uploads/video-upload.test.ts > a file in the media folder > that no row names is deleted a day later, with others of any number',
  },
  'a file that is being moved in is deleted': {
    file: 'sync-server/media-store/folder-store.ts',
    was: 'Math.max(found.mtimeMs, found.ctimeMs)',
    is: 'Math.max(found.mtimeMs, found.mtimeMs)',
    noticedBy:
      'sync-server/media-store/folder-store.test.ts > a file that is being moved in stays, however old its bytes are',
  },
  'the replies of a batch are not bounded': {
    file: 'sync-server/sync/batch/run-batch.ts',
    was: 'this.#characters > BATCH_REPLIES_MAX_CHARACTERS',
    is: 'false',
    noticedBy:
      'sync-server/sync/batch/batch-replies.test.ts > a batch whose replies are large > is bounded when it is atomic',
  },
  'the server stores no receipts': {
    file: 'sync-server/http/commands/run-command.ts',
    was: 'key !== null && leavesReceipt(status)',
    is: 'key !== null && !leavesReceipt(status)',
    noticedBy:
      'sync-server/http/commands/run-command.test.ts > a command with an idempotency key > is acknowledged by its key, first as new and then as a repeat with the same bytes',
  },
  'progress from a clock that is ahead leaves a receipt for days only': {
    file: 'sync-server/progress/progress-routes.ts',
    was: 'entries.every((entry) => hasUsableTimes(entry, now))',
    is: 'entries.length > 0',
    noticedBy:
      'sync-server/progress/repeated-progress.test.ts > a receipt of saved progress > has a body and the full lifetime if the device clock was ahead, because a second run would win',
  },
  'every command may run again': {
    file: 'sync-server/http/commands/run-command.ts',
    was: 'command.mayRunAgain?.() === true',
    is: 'command.key !== null',
    noticedBy:
      'sync-server/http/commands/run-command.test.ts > a command with an idempotency key > is acknowledged by its key, first as new and then as a repeat with the same bytes',
  },
  'a repeated 412 mixes the fields of one version with the HTML of another': {
    file: 'sync-server/editor/complete-reply.ts',
    was: 'JSON.stringify({ ...stored, current })',
    is: 'JSON.stringify({ ...stored, current: { ...own, content: current.content } })',
    noticedBy:
      'sync-server/editor/small-receipts.test.ts > the receipt of an outdated edit of a lesson > is small, and its repeat returns the lesson as it is now: fields and HTML of one version',
  },
  'the commands of a batch have no size': {
    file: 'sync-server/sync/batch/batch-routes.ts',
    was: 'isReading ? 0 : bytes',
    is: '0',
    noticedBy:
      'sync-server/http/limits/command-bytes.test.ts > the commands of one learner > have a size per day, with or without a key, alone or in a batch',
  },
  'a receipt is returned to any user with its key': {
    file: 'sync-server/http/commands/receipt-queries.ts',
    was: "db.selectFrom('receipts').select(RECEIPT_COLUMNS).where('userId', '=', value('userId'))",
    is: "db.selectFrom('receipts').select(RECEIPT_COLUMNS)",
    noticedBy:
      'sync-server/http/commands/run-command.test.ts > a command with an idempotency key > belongs to its user: the same key of another user is another command',
  },
  'a receipt is written after the transaction of its effect': {
    file: 'sync-server/http/commands/run-command.ts',
    was: 'return inTransaction(db, (trx) => runCommand(trx, command));',
    is: `return (async () => {
      const { findReceipt, insertReceipt } = await import('./receipt-queries.ts');
      const run = (one) => inTransaction(db, (trx) => runCommand(trx, one));
      const { userId, key, fingerprint, now } = command;
      if (key === null || (await findReceipt(db, userId, key))) return run(command);
      const { status, body } = await run({ ...command, key: null });
      await insertReceipt(db, { userId, key, fingerprint, status, body, createdAt: now.toISOString() });
      return { status, body, receipt: key, isReplayed: false };
    })();`,
    noticedBy:
      'sync-server/http/commands/run-command.test.ts > a command with an idempotency key > has no effect when its receipt cannot be written',
  },
  'the server replies before it commits': {
    file: 'sync-server/http/commands/run-command.ts',
    was: 'return inTransaction(db, (trx) => runCommand(trx, command));',
    is: `return new Promise((response, fail) => {
      inTransaction(db, async (trx) => response(await runCommand(trx, command))).catch(fail);
    });`,
    noticedBy:
      'sync-server/http/commands/run-command.test.ts > a command with an idempotency key > is not acknowledged when its commit fails, and leaves no data',
  },
  'a mail is sent before its transaction commits': {
    file: 'sync-server/mail/mail-sender.ts',
    was: 'const { id = uuidv7(), kind, recipient, content, createdAt } = mail;',
    is: 'const { id = uuidv7(), kind, recipient, content, createdAt } = mail; await this.#parts.transport.deliver({ ...content, id, recipient, createdAt }, new AbortController().signal);',
    noticedBy:
      'sync-server/mail/mail-sender.test.ts > a message > is not sent when the transaction that wrote it is rolled back',
  },
  'a transaction begins without the write lock': {
    file: 'sync-server/db/connections/sqlite-dialect.ts',
    was: "CompiledQuery.raw('begin immediate')",
    is: "CompiledQuery.raw('begin')",
    noticedBy:
      'sync-server/db/open.test.ts > the database > takes the write lock at the beginning of a transaction, and reading first never fails later',
  },
  'changes are numbered outside of their transaction': {
    file: 'sync-server/db/changes/changes-queries.ts',
    was: 'const [row] = await incrementSequence(trx, { count });',
    is: `const server = trx.getExecutor().adapter;
      server.last = (server.last ?? (await getLastSequence(trx))) + count;
      const row = { value: server.last };
      await incrementSequence(trx, { count });`,
    noticedBy:
      'sync-server/db/changes/changes.test.ts > the order of changes > is shared by two servers on one database',
  },
  'the server trusts the clocks of devices': {
    file: 'sync-server/progress/clamp-entry.ts',
    was: 'Number.isFinite(time) && time <= now.getTime() + CLOCK_SKEW_MAX_MS',
    is: 'Number.isFinite(time)',
    noticedBy:
      'sync-server/progress/progress.test.ts > progress > does not let a clock that runs ahead win for ever',
  },
  'the server ignores If-Match': {
    file: 'sync-server/courses/row-rules.ts',
    was: 'if (ifMatch === null || ifMatch === row.version) return;',
    is: 'return;',
    noticedBy:
      "sync-server/editor/versions.test.ts > editing lessons/tides-lesson-1 > is rejected after another user's edit, with the whole current entity",
  },
  'the server applies a part of a group': {
    file: 'sync-server/http/commands/run-commands.ts',
    was: 'if (!isDone(outcome)) throw new Undone(outcome);',
    is: '',
    noticedBy:
      'sync-server/sync/batch/atomic-batch.test.ts > an atomic batch > runs all calls, or none and names the one that failed',
  },
  'a code is accepted although another user has used it': {
    file: 'sync-server/activation/take-code.ts',
    in: 'openBatch',
    was: "'<'",
    is: "'<='",
    noticedBy:
      'sync-server/activation/activation.test.ts > unlocking a course > rejects a used code with its own message and unlocks nothing',
  },
  'a proof leaves its code for another user': {
    file: 'sync-server/activation/unlock-by-proof.ts',
    was: 'const codeId = await takeCode(trx, { ...lost, at });',
    is: '',
    noticedIn: 'restores',
    firstSeed: 317,
  },
  'the word of the operator is not read': {
    file: 'sync-server/epoch/folder-evidence.ts',
    was: 'intent: declared?.intent ?? null,',
    is: 'intent: null,',
    noticedIn: 'restores',
    firstSeed: 112,
  },
  'an edit leaves no revision in the history': {
    file: 'sync-server/history/revision-queries.ts',
    was: 'if (changed.length === 0) return;',
    is: 'if (changed.length === 0 || (before !== undefined && after !== undefined)) return;',
  },
  'changes of several rows are not recorded for the pull': {
    file: 'sync-server/db/changes/changes-queries.ts',
    was: 'if (changes.length === 0) return;',
    is: 'if (changes.length !== 1) return;',
  },
  'the server does not detect a restored database': {
    file: 'sync-server/sync/ensure-epoch.ts',
    in: 'decideEpoch',
    was: 'found === null',
    is: 'found !== undefined',
    noticedBy:
      'sync-server/sync/epoch.test.ts > the epoch > is new when the database was restored, and every device starts from the beginning',
  },
  'a watermark that could not be written is written only with the next change': {
    file: 'sync-server/sync/change-watch.ts',
    was: 'await watermark.retry();',
    is: '',
    noticedBy:
      'sync-server/sync/epoch.test.ts > the epoch > has its watermark written again after a failed write > without another change, and logged once',
  },
  'the server ignores a cursor from beyond its last change': {
    file: 'sync-server/sync/restores.ts',
    was: 'cursor === null || cursor.run === null || cursor.epoch !== position.epoch',
    is: 'true',
    noticedBy:
      'sync-server/sync/whole-folder-restore.test.ts > after a restore of the whole data folder > a cursor from beyond the last change begins a new epoch at once',
  },
  'a cursor of a lost history passes once the database has caught up': {
    file: 'sync-server/sync/restores.ts',
    was: 'cursor.run !== (await findRunAt(db, last, position))',
    is: 'false',
    noticedBy:
      'sync-server/sync/whole-folder-restore.test.ts > after a restore of the whole data folder > a cursor is recognised although as many changes were made since',
  },
  'the server trusts cursors that it did not sign': {
    file: 'sync-server/sync/cursor.ts',
    was: "!timingSafeEqual(this.#sign(signed), Buffer.from(signature, 'base64url'))",
    is: 'false',
    noticedBy:
      'sync-server/sync/whole-folder-restore.test.ts > a cursor > that is not signed by this server proves nothing',
  },
  'an ended session gets changes with an event': {
    file: 'sync-server/sync/event-streams.ts',
    was: 'position === null || !(await this.#isStillAuthorised(stream))',
    is: 'position === null',
    noticedBy:
      'sync-server/sync/pushed-page.test.ts > an event for a device that accepts changes > is not sent to a session that has ended since',
  },
  'streams of events stay open in a new epoch': {
    file: 'sync-server/sync/restores.ts',
    was: 'eventStreams.close();',
    is: '',
    noticedBy:
      'sync-server/sync/whole-folder-restore.test.ts > after a restore of the whole data folder > the new epoch is one for all devices, and ends their sessions and waiting streams',
  },
  'an account that a restore has lost gets another id': {
    file: 'sync-server/auth/auth-routes.ts',
    was: 'lostId ?? uuidv7()',
    is: 'uuidv7()',
    noticedBy:
      'e2e/sync/account/lost-account.test.ts > an account that a restore has lost > gets its id back when its user signs up again on the device, and the work there arrives',
  },
  'token versions of the backup are issued again after a restore': {
    file: 'sync-server/sessions/session-queries.ts',
    was: '{ tokensWithoutSessionEndedAt: at, tokenVersion }',
    is: '{ tokensWithoutSessionEndedAt: at }',
    noticedBy:
      'sync-server/sync/credentials-after-restore.test.ts > after a restore > a token is void although the new machine’s clock is behind the one that issued it',
  },
  'reset codes used before a restore are valid again': {
    file: 'sync-server/sync/restores.ts',
    was: 'await voidAllRecovery(trx);',
    is: '',
    noticedBy:
      'sync-server/sync/credentials-after-restore.test.ts > after a restore > a reset code and a reset token are void, because they may have been used since the backup',
  },
} as const satisfies Record<string, Mutant>;
