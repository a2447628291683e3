/** A defect that somebody might make: one place in one file, written otherwise. */
export interface Tooth {
  readonly file: string;
  /** Stands there once. */
  readonly was: string;
  readonly is: string;
}

/*
 * Not among them are defects that heal by themselves, so that the end of a life does not show them: the order of
 * edits of one record and of a child and its parent, what is joined to what, how a group is judged on the device.
 * The tests of the outbox look at those.
 *
 * Planted one at a time, into a copy of the module that only the simulation loads. Where a place is gone
 * because the code was written anew, the tooth fails and wants a new place.
 */
export const teeth = {
  'the server keeps no receipts': {
    file: 'sync-server/http/run-command.ts',
    was: 'if (key !== null) {',
    is: "if (key === '') {",
  },
  'the server ignores If-Match': {
    file: 'sync-server/editor/row-rules.ts',
    was: 'if (ifMatch === null || ifMatch === row.version) return;',
    is: 'return;',
  },
  'the server does a group by halves': {
    file: 'sync-server/http/run-commands.ts',
    was: 'if (!isDone(outcome)) throw new Undone(outcome);',
    is: '',
  },
  'a code is taken whoever has it': {
    file: 'sync-server/activation/activation-queries.ts',
    was: ".where('usedBy', 'is', null)",
    is: '',
  },
  'an edit leaves nothing in the history': {
    file: 'sync-server/history/revision-queries.ts',
    was: 'if (changed.length === 0) return;',
    is: 'if (changed.length === 0 || (before !== undefined && after !== undefined)) return;',
  },
  'changes of several rows are not told to pulls': {
    file: 'sync-server/db/changes-queries.ts',
    was: 'if (changes.length === 0) return;',
    is: 'if (changes.length !== 1) return;',
  },
  'a new life of the database goes unnoticed by the server': {
    file: 'sync-server/sync/settle-epoch.ts',
    was: 'if (epoch === undefined || hasGoneBack) {',
    is: 'if (epoch === undefined) {',
  },
  'any 200 is an ack': {
    file: 'pwa/sync/outcome.ts',
    was: 'if (isSuccess && answer.output !== null && answer.receipt === command.id)',
    is: 'if (isSuccess)',
  },
  'a command is deleted before its ack': {
    file: 'pwa/sync/replay.ts',
    was: 'await store.outbox.bulkPut(rows);',
    is: 'await store.outbox.bulkDelete(rows.map(({ order }) => order));',
  },
  'a command goes out in the name of whoever is there': {
    file: 'pwa/sync/send.ts',
    was: 'return exchange(endpoint, { path, body, token, headers: commandHeaders(command) });',
    is: 'return new Promise((go) => setTimeout(go, 2)).then(() => exchange(endpoint, { path, body, headers: commandHeaders(command) }));',
  },
  'after a lost reply it goes again under a new id': {
    file: 'pwa/sync/settle.ts',
    was: "return { ...heard, state: 'waiting', nextAttemptAt: nextAttemptAt.toISOString(), lastProblem };",
    is: 'return renewed(row);',
  },
  'a merge drops theirs': {
    file: 'pwa/sync/rebase.ts',
    was: 'const { merged, conflicts } = mergeFields({ base: baseOf(command), mine, theirs: theirs.fields });',
    is: 'const merged = mine; const conflicts = [];',
  },
  'a merge drops mine': {
    file: 'pwa/sync/rebase.ts',
    was: 'const { merged, conflicts } = mergeFields({ base: baseOf(command), mine, theirs: theirs.fields });',
    is: 'const merged = {}; const conflicts = [];',
  },
  'a merged edit keeps its old key': {
    file: 'pwa/sync/conflict.ts',
    was: 'command: { ...rebased, id: uuid() }',
    is: 'command: rebased',
  },
  'what was decided against is kept nowhere': {
    file: 'pwa/sync/decide.ts',
    was: 'if (aside !== null) await',
    is: 'if (aside === undefined) await',
  },
  'the cursor is written before the rows': {
    file: 'pwa/sync/pull.ts',
    was: 'return putPulledPage(store, reply, { state, admin });',
    is: "const ahead = { ...state, cursor: reply.cursor }; await store.state.put({ key: 'pull', value: ahead }); return putPulledPage(store, reply, { state: ahead, admin });",
  },
  'a new epoch goes unnoticed by the device': {
    file: 'pwa/sync/pull.ts',
    was: 'if (state.epoch !== null && state.epoch !== reply.epoch)',
    is: 'if (state.epoch === undefined)',
  },
  'acknowledged work is offered again under new ids': {
    file: 'pwa/sync/requeue.ts',
    was: "return { ...rest, state: 'waiting',",
    is: "const id = crypto.randomUUID(); return { ...rest, id, command: { ...row.command, id }, state: 'waiting',",
  },
  'a tombstone is ignored': {
    file: 'pwa/store/pull-admin.ts',
    was: 'const gone = withChildren(all, page.gone);',
    is: 'const gone = withChildren(all, { course: [], module: [], lesson: [], resource: [] });',
  },
  'a tombstone takes unsent work along': {
    file: 'pwa/store/pull-admin.ts',
    was: 'await adminContents.bulkDelete(gone.lesson);',
    is: 'await adminContents.bulkDelete(gone.lesson); if (hasGone) await store.outbox.bulkDelete(await store.outbox.toCollection().primaryKeys());',
  },
} as const satisfies Record<string, Tooth>;

export type ToothName = keyof typeof teeth;
