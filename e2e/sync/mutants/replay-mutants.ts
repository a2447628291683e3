import type { Mutant } from './mutant.ts';

/** Mutants of sending commands and applying their outcomes. */
export const replayMutants = {
  'any 200 is an ack': {
    file: 'pwa/sync/replay/outcomes/outcome.ts',
    was: 'isSuccess && response.output !== null && response.receipt === command.id',
    is: 'isSuccess',
    noticedBy:
      'e2e/sync/account/account.test.ts > a request to support > arrives once after the network fault captivePortal',
  },
  'the outbox asks for whole replies': {
    file: 'pwa/sync/replay/schedule/batch-request.ts',
    was: '[PREFER_HEADER]: PREFER_MINIMAL,',
    is: "[PREFER_HEADER]: 'return=representation',",
    noticedBy:
      'e2e/sync/editor/minimal-replies.test.ts > the reply to an edit > of a course does not grow with its lessons',
  },
  'a command without room in the reply waits like a rate limited one': {
    file: 'pwa/sync/replay/outcomes/resolution.ts',
    was: 'isAnyDone && isPostponed(response)',
    is: 'false',
    noticedBy:
      'e2e/sync/editor/minimal-replies.test.ts > a batch whose reply has no room for all > is sent again at once for the rest',
  },
  'a command without room in the reply is sent again although nothing was done': {
    file: 'pwa/sync/replay/outcomes/resolution.ts',
    was: 'isAnyDone && isPostponed(response)',
    is: 'isPostponed(response) && response.retryAfterMs === null',
    noticedBy:
      'e2e/sync/editor/minimal-replies.test.ts > a batch whose reply has no room for all > waits like any other 429 when the reply has room for none',
  },
  'bodies are compressed for a server that does not read them': {
    file: 'pwa/api/carry-patiently.ts',
    was: 'isGzipAccepted && !isGzipLost ? await compress(body) : null',
    is: 'await compress(body)',
    noticedBy:
      'pwa/api/carry-patiently.test.ts > the body of a request > is compressed once the server has said that it reads that',
  },
  'a request ends after thirty seconds although bytes arrive': {
    file: 'pwa/api/carry-patiently.ts',
    was: 'onBytes();',
    is: '',
    noticedBy:
      'pwa/api/carry-patiently.test.ts > a request that nobody waits for > goes on while bytes arrive, however long it takes',
  },
  'a tab whose connection carries bytes loses the lock': {
    file: 'pwa/store/database/lock.ts',
    was: 'if (lease !== undefined && (await isLeasedElsewhere(lease))) return await withLock(name, work, options);',
    is: '',
    noticedBy: 'pwa/store/database/lock.test.ts > a Web Lock > is not taken from a tab that is at work',
  },
  'a lease is compared with the time at which a tab asked for it, not with that at which it got it': {
    file: 'pwa/store/database/lock.ts',
    in: 'takeLease',
    was: 'const held = await tx.state.get(key); const now = Date.now();',
    is: 'const now = Date.now(); const held = await tx.state.get(key);',
    noticedBy:
      'pwa/store/database/lock.test.ts > a lease, without Web Locks > is not taken from a tab that got it while this one waited for the store',
  },
  'a long request is restarted by the watchdog': {
    file: 'pwa/sync/replay/watchdog.ts',
    was: '!isCarrying()',
    is: 'true',
    noticedBy:
      'pwa/sync/replay/watchdog.test.ts > unsent work is not reported while bytes are carried > by this tab',
  },
  'a long request of another tab is sent twice': {
    file: 'pwa/sync/replay/watchdog.ts',
    was: '!(await isReplayedElsewhere(store))',
    is: 'true',
    noticedBy:
      'pwa/sync/replay/watchdog.test.ts > unsent work is not reported while bytes are carried > by another tab',
  },
  'a 500 is an ack': {
    file: 'pwa/sync/replay/outcomes/outcome.ts',
    was: 'isSuccess && response.output !== null && response.receipt === command.id',
    is: 'status === 500 || (isSuccess && response.output !== null && response.receipt === command.id)',
    noticedBy:
      'e2e/sync/account/account.test.ts > a request to support > arrives once after the network fault error500',
  },
  'a command is deleted before its ack': {
    file: 'pwa/sync/replay/schedule/claim.ts',
    was: 'await tx.outbox.bulkPut(rows);',
    is: 'await tx.outbox.bulkDelete(rows.map(({ order }) => order));',
    noticedBy:
      'e2e/sync/replay/in-flight.test.ts > a command being sent > is marked as in flight, and earlier ones as arrived',
  },
  'a command is sent before its claim is written': {
    file: 'pwa/sync/replay/schedule/claim.ts',
    was: 'await tx.outbox.bulkPut(rows);',
    is: '',
    noticedBy:
      'e2e/sync/replay/in-flight.test.ts > a command being sent > is marked as in flight, and earlier ones as arrived',
  },
  'a Save Course is sent without the end of it that is further back': {
    file: 'pwa/sync/replay/schedule/claim.ts',
    was: 'due.rows.length >= BATCH_ROWS && front.rows.every(({ groupId }) => groupId === undefined)',
    is: 'due.rows.length >= BATCH_ROWS',
    noticedBy:
      'pwa/sync/replay/schedule/claim.test.ts > the claim from a long queue > has nothing of a Save Course whose end is further back and has to wait',
  },
  'the commands of a group are resolved one by one': {
    file: 'pwa/sync/replay/replay.ts',
    was: 'isAtomic ? judgeTogether(responses, reply.failedId, resolve) : judgeEach(responses, resolve)',
    is: 'judgeEach(responses, resolve)',
    noticedBy:
      'e2e/sync/editor/save-course.test.ts > a Save Course > with one conflict applies nothing, retains everything, and blocks no other command',
  },
  'a group is not sent as one atomic batch': {
    file: 'pwa/sync/replay/schedule/schedule.ts',
    was: 'isAtomic: load.rows.length > 1,',
    is: 'isAtomic: false,',
    noticedBy:
      'e2e/sync/editor/save-course.test.ts > a Save Course > with one conflict applies nothing, retains everything, and blocks no other command',
  },
  'a child is sent before its parent': {
    file: 'pwa/sync/replay/schedule/dependencies.ts',
    was: 'rowsAround(command).some((row) => dependencies.uncreated.has(row))',
    is: 'false',
    noticedBy:
      'e2e/sync/editor/editor-outbox.test.ts > a course created offline > waits with all of its content when it is refused, and is sent whole on retry',
  },
  'an edit overtakes an earlier one of its record': {
    file: 'pwa/sync/replay/schedule/dependencies.ts',
    was: 'recordsOf(command).some((record) => dependencies.records.has(record))',
    is: 'false',
    noticedBy:
      'pwa/sync/replay/schedule/schedule.test.ts > edits of a course > wait after a refused edit of the same record, and only those',
  },
  'a copy of a course overtakes the edits of its source': {
    file: 'pwa/sync/replay/schedule/dependencies.ts',
    was: "command.kind === 'course.duplicate'",
    is: 'false',
    noticedBy:
      'e2e/sync/editor/duplicate-course.test.ts > a course that is duplicated > has them also if it may be sent again before they are',
  },
  'restored access overtakes the revocation of its code': {
    file: 'pwa/sync/replay/schedule/dependencies.ts',
    was: "command.kind !== 'access.setRevoked'",
    is: 'true',
    noticedBy:
      'e2e/sync/replay/code-batches.test.ts > a learner whose access is removed > with a code, and restored before that was sent, keeps the access',
  },
  'two edits of one record are sent in one batch': {
    file: 'pwa/sync/replay/schedule/dependencies.ts',
    was: 'isVersioned(command) && batched.records.has(recordOf(command))',
    is: 'false',
    noticedBy:
      'pwa/sync/replay/schedule/schedule.test.ts > edits of a course > of one record are sent one request after the other, because the later needs the version that the earlier produces',
  },
  'a command is sent with the token of the current user': {
    file: 'pwa/sync/replay/send.ts',
    was: 'return exchange(endpointOf(command), { path, body, token, headers, carry: carryPatiently });',
    is: 'return new Promise((go) => setTimeout(go, 2)).then(() => exchange(endpointOf(command), { path, body, headers, carry: carryPatiently }));',
    noticedBy:
      'e2e/sync/replay/in-flight.test.ts > a command being sent > is sent as its own user, even when another user signs in at that moment',
  },
  'a command is sent again under a new id after a lost reply': {
    file: 'pwa/sync/replay/outcomes/apply-outcomes.ts',
    was: 'return isBlocked ? { ...waiting, isBlocked } : waiting;',
    is: 'return reissued(row);',
    noticedBy:
      'e2e/sync/replay/exactly-once.test.ts > a lost reply > is replaced by the receipt: repeating the request changes nothing',
  },
  'a session that ends drops commands in flight': {
    file: 'pwa/sync/replay/outcomes/apply-outcomes.ts',
    was: "case 'paused':",
    is: "case 'paused': return { ...received, state: 'acknowledged', acknowledgedAt: new Date(now).toISOString() };",
    noticedBy:
      'e2e/sync/editor/editor-replay.test.ts > a session that ends > in the middle pauses the rest, and the same user’s login sends it',
  },
  'a refused command is dropped': {
    file: 'pwa/sync/replay/outcomes/apply-outcomes.ts',
    was: "case 'refused': return { ...received, state: resolution.kind, lastProblem: resolution.problem };",
    is: "case 'refused': return { ...received, state: 'acknowledged', acknowledgedAt: new Date(now).toISOString() };",
    noticedBy:
      'e2e/sync/replay/exactly-once.test.ts > a refused command > stays in the outbox with the server’s sentence, retains the input, and blocks no other command',
  },
  'Retry-After is ignored': {
    file: 'pwa/sync/replay/outcomes/apply-outcomes.ts',
    was: 'backoffMs(attempts, random, response.retryAfterMs)',
    is: 'backoffMs(attempts, random)',
    noticedBy:
      'e2e/sync/replay/in-flight.test.ts > a busy server > is not contacted before its Retry-After time, even by an eager device',
  },
  'acks are written after the next batch is sent': {
    file: 'pwa/sync/replay/outcomes/apply-outcomes.ts',
    was: 'await tx.outbox.bulkPut(next);',
    is: 'setTimeout(() => tx.db.table("outbox").bulkPut(next).catch(() => undefined), 20);',
    noticedBy:
      'e2e/sync/replay/in-flight.test.ts > a command being sent > is marked as in flight, and earlier ones as arrived',
  },
  'ignored progress is not resent when its course was unlocked meanwhile': {
    file: 'pwa/sync/replay/outcomes/apply-outcomes.ts',
    was: 'hasPulled || response.isReplayed ? (offerRest(left) ?? left) : left',
    is: 'left',
    noticedBy:
      'e2e/sync/learner/forgotten-activation.test.ts > resends progress when the page crashed before it learnt of the rejection, and the course has returned since',
  },
  'a late reply overwrites another replayer’s ack': {
    file: 'pwa/sync/replay/outcomes/apply-outcomes.ts',
    was: "known?.id === row.id && known.state !== 'acknowledged'",
    is: 'known?.id === row.id',
    noticedBy:
      'e2e/sync/replay/in-flight.test.ts > a reply received after another replayer’s > does not revert an ack',
  },
  'a late reply overwrites the command that replaced its own': {
    file: 'pwa/sync/replay/outcomes/apply-outcomes.ts',
    was: "known?.id === row.id && known.state !== 'acknowledged'",
    is: "known !== undefined && known.state !== 'acknowledged'",
    noticedBy:
      'e2e/sync/replay/in-flight.test.ts > a reply received after another replayer’s > does not overwrite a command that the user has retried meanwhile',
  },
  'a late ack from before a restore is trusted': {
    file: 'pwa/sync/replay/outcomes/apply-outcomes.ts',
    was: 'const judged = isSameEpoch ? sent : sent.map((one) => asUntrusted(one, context.pulled.epoch));',
    is: 'const judged = sent;',
    noticedBy:
      'e2e/sync/replay/server-restore.test.ts > a command acknowledged before a restore > is resent by a device that learns of the restore while the reply is in flight',
  },
  'a late ack from before a restore unlocks a course': {
    file: 'pwa/sync/replay/outcomes/apply-outcomes.ts',
    was: 'if (pulled.epoch !== sentAt.epoch) return;',
    is: '',
    noticedBy:
      'e2e/sync/replay/server-restore.test.ts > a command acknowledged before a restore > is not reported as done, and retains its code, until the restored server has applied it',
  },
  'acknowledged commands are requeued under new ids': {
    file: 'pwa/sync/outbox/outbox-rows.ts',
    was: "return { ...rest, ...waiting, state: 'waiting', command };",
    is: `const id = uuid();
      return { ...rest, ...waiting, state: 'waiting', id, command: { ...command, id } };`,
    noticedBy:
      'e2e/sync/editor/editor-replay.test.ts > a server restored from a backup > receives acknowledged commands again, and applies them once',
  },
  'commands of a Save Course are requeued as a group': {
    file: 'pwa/sync/outbox/outbox-rows.ts',
    was: 'const { groupId: _, notTaken: __, textBytes: ___, ackSequence: ____, ackVersion: _____, ...rest } = row;',
    is: 'const { notTaken: __, textBytes: ___, ackSequence: ____, ackVersion: _____, ...rest } = row;',
    noticedBy:
      'e2e/sync/editor/editor-replay.test.ts > a server restored from a backup > reapplies each edit of a Save Course that it can, when others have lost their row',
  },
  'an acknowledged edit is hidden until its effect is pulled': {
    file: 'pwa/store/account/outbox.ts',
    was: "tx.outbox.where('ackSequence').above(reached).toArray()",
    is: "tx.outbox.where('ackSequence').above(Number.MAX_SAFE_INTEGER).toArray()",
    noticedBy:
      'e2e/sync/editor/acks-and-pull.test.ts > an edit that was acknowledged > is shown until its effect is pulled, also over an older list',
  },
  'acknowledged progress is hidden until it is pulled': {
    file: 'pwa/sync/replay/outcomes/apply-outcomes.ts',
    was: "new Set(['profile.update', 'progress.save', 'attempt.save'])",
    is: "new Set(['profile.update', 'attempt.save'])",
    noticedBy:
      'e2e/sync/learner/progress-acks.test.ts > a completed lesson > is ticked at each step from the press until the pull, and only the pull writes it',
  },
  'progress that the server ignored is hidden by the next pull': {
    file: 'pwa/sync/replay/outcomes/apply-outcomes.ts',
    was: '{ ...acknowledged, notTaken, ackSequence: Number.MAX_SAFE_INTEGER }',
    is: '{ ...acknowledged, notTaken }',
    noticedBy:
      'e2e/sync/learner/progress-acks.test.ts > a completed lesson > stays ticked where the server ignored it, because the course is not unlocked',
  },
  'a change of a list is hidden between its ack and the next fetch': {
    file: 'pwa/store/account/outbox.ts',
    was: "tx.outbox.where({ 'command.kind': kind, state: SENT })",
    is: 'tx.outbox.limit(0)',
    noticedBy:
      'e2e/sync/editor/admin-commands.test.ts > a role change > is made offline, arrives once and is shown, also before the users are fetched again',
  },
  'an acknowledged edit is shown over what was pulled since': {
    file: 'pwa/store/account/outbox.ts',
    was: "tx.outbox.where('ackSequence').above(reached).toArray()",
    is: "tx.outbox.where('ackSequence').above(-1).toArray()",
    noticedBy:
      'e2e/sync/editor/acks-and-pull.test.ts > an edit that was acknowledged > gives way to later edits of others once it is pulled',
  },
  'a pull from the start shows old edits over newer rows': {
    file: 'pwa/store/account/pull-state.ts',
    was: 'await writePullState(tx, { cursor: null, epoch, count, role, sweep, reached, level: PULL_LEVEL });',
    is: 'await writePullState(tx, { cursor: null, epoch, count, role, sweep, level: PULL_LEVEL });',
    noticedBy:
      'e2e/sync/editor/acks-and-pull.test.ts > an edit that was acknowledged > gives way to later edits of others also while everything is pulled again',
  },
  'the next edit sees the version that its row had before an ack': {
    file: 'pwa/sync/commands/overlay.ts',
    was: 'course = withAckVersion(applyToCourse(course, command), command);',
    is: 'course = applyToCourse(course, command);',
    noticedBy:
      'e2e/sync/editor/acks-and-pull.test.ts > an edit that was acknowledged > is shown until its effect is pulled, also over an older list',
  },
  'a deletion names the version before an own edit that was acknowledged meanwhile': {
    file: 'pwa/sync/enqueue/after-own-acks.ts',
    was: 'while (own.has(version + 1)) version += 1;',
    is: '',
    noticedBy:
      'e2e/sync/editor/own-edits.test.ts > a row is deleted by the user who saw it before their own last edit was acknowledged',
  },
  'a late 401 ends a newer session': {
    file: 'pwa/api/exchange.ts',
    was: 'if (response.endsSession && token !== null) removeToken(token);',
    is: 'if (response.endsSession && token !== null) removeToken();',
    noticedBy: 'pwa/api/call.test.ts > a 401 > for an older token leaves the newer one',
  },
  'a replayer continues after it has lost the lock': {
    file: 'pwa/sync/replay/replay.ts',
    was: 'isEnd || !(await ports.extendLock())',
    is: 'isEnd',
    noticedBy:
      'e2e/sync/replay/in-flight.test.ts > a command being sent > is the last one when another tab has taken the lock meanwhile',
  },
} as const satisfies Record<string, Mutant>;
