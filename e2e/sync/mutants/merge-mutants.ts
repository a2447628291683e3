import type { Mutant } from './mutant.ts';

/** Mutants of merging edits, and of their successors. */
export const mergeMutants = {
  'a merge drops theirs': {
    file: 'pwa/sync/conflicts/rebase.ts',
    was: 'const { merged, conflicts } = mergeFields({ base, mine, theirs: theirs.fields }, rules);',
    is: 'const merged = mine; const conflicts = [];',
    noticedBy:
      'e2e/sync/editor/conflicts.test.ts > one lesson edited by two users > in different paragraphs has both edits, in either order',
  },
  'a merge drops mine': {
    file: 'pwa/sync/conflicts/rebase.ts',
    was: 'const { merged, conflicts } = mergeFields({ base, mine, theirs: theirs.fields }, rules);',
    is: 'const merged = {}; const conflicts = [];',
    noticedBy:
      'e2e/sync/editor/conflicts.test.ts > one lesson edited by two users > in different fields has both edits without a conflict',
  },
  'a merge uses the server’s row as its base': {
    file: 'pwa/sync/conflicts/rebase.ts',
    was: '{ base, mine, theirs: theirs.fields }',
    is: '{ base: theirs.fields, mine, theirs: theirs.fields }',
    noticedBy:
      'e2e/sync/editor/conflicts.test.ts > one lesson edited by two users > in the same paragraph is a conflict with both texts',
  },
  'a field that both changed is merged as mine, without a conflict': {
    file: 'schema/editor/merge.ts',
    in: 'mergeField',
    was: 'return undefined;',
    is: 'return mine;',
    noticedBy:
      'schema/editor/merge.test.ts > fields > that both changed differently conflict, and the edit’s other fields do not',
  },
  'a merged edit is sent under its old key': {
    file: 'pwa/sync/conflicts/conflict.ts',
    was: 'command: { ...rebased, id: uuid() }',
    is: 'command: rebased',
    noticedBy:
      'e2e/sync/editor/conflicts.test.ts > one lesson edited by two users > in different fields has both edits without a conflict',
  },
  'a rejected text is not stored in the history': {
    file: 'pwa/sync/conflicts/decide.ts',
    was: 'rejectedText !== null',
    is: 'rejectedText === undefined',
    noticedBy:
      'e2e/sync/editor/conflicts.test.ts > one lesson edited by two users > retains the rejected text in the history of the lesson',
  },
  'an edit queued while another is in flight does not receive its ack': {
    file: 'pwa/sync/replay/outcomes/find-successors.ts',
    was: 'await (lastOrder === null ? listUnsent(tx) : listQueuedAfter(tx, lastOrder))',
    is: '[]',
    noticedBy:
      'e2e/sync/editor/successors.test.ts > while an edit of a lesson is in flight > deleting the lesson causes no conflict with the user’s own edit',
  },
  'an edit queued during a later batch of a drain does not receive its ack': {
    file: 'pwa/sync/replay/outcomes/find-successors.ts',
    was: "await tx.outbox.where('order').above(order).toArray()",
    is: '[]',
    noticedBy:
      'pwa/sync/replay/outcomes/find-successors.test.ts > finds what was queued since it read the queue',
  },
  'the successor of an edit retains its old base': {
    file: 'pwa/sync/replay/outcomes/bump-base-versions.ts',
    was: 'const base = { ...baseOf(command), ...received, ...seen };',
    is: 'const base = { ...received, ...seen, ...baseOf(command) };',
    noticedBy:
      'e2e/sync/editor/successors.test.ts > while an edit of a lesson is in flight > the next edit is based on the server’s result, as the server formats it',
  },
  'the successor of an edit gets its version, whichever version it was made on': {
    file: 'pwa/sync/replay/outcomes/bump-base-versions.ts',
    was: 'if (seenVersionOf(command) !== edit.from || !isOpen(row)) return row;',
    is: 'if (!isOpen(row)) return row;',
    noticedBy:
      'e2e/sync/editor/successors.test.ts > a late receipt of an edit whose reply was lost > gives the next edit of another field no version older than its base',
  },
  'an edit gets the version of one that its user had not seen': {
    file: 'pwa/sync/replay/outcomes/bump-base-versions.ts',
    was: 'isMadeOnTop(command, before)',
    is: 'true',
    noticedBy:
      'e2e/sync/editor/own-edits.test.ts > a draft that was begun before another edit that is in flight > of the same field is compared with it',
  },
  'an edit that follows two others has the result of the first as its base': {
    file: 'pwa/sync/replay/outcomes/bump-base-versions.ts',
    was: 'const base = { ...baseOf(command), ...received, ...seen };',
    is: 'const base = { ...baseOf(command), ...seen, ...received };',
    noticedBy:
      'e2e/sync/editor/own-edits.test.ts > edits that were made in view of each other are each sent once',
  },
  'an edit joins one that its user had not seen': {
    file: 'pwa/sync/enqueue/editor-coalesce.ts',
    in: 'coalesceUpdate',
    was: 'isOnTop(own, edit)',
    is: 'true',
    noticedBy:
      'e2e/sync/editor/own-edits.test.ts > a draft that was begun before another edit that is unsent > of the same field is compared with it',
  },
  'an edit that joins one of a newer version counts as made on that version': {
    file: 'pwa/sync/enqueue/editor-coalesce.ts',
    was: 'Math.min(seenVersionOf(command) ?? 0, body.args.version)',
    is: 'seenVersionOf(command) ?? 0',
    noticedBy:
      'e2e/sync/editor/own-edits.test.ts > a draft that joins a newer edit does not replace what another user changed between the two',
  },
  'a draft of a new lesson counts as made on whatever the server has': {
    file: 'pwa/sync/enqueue/on-stored-version.ts',
    was: 'field in pending || isSameValue(base[field], stored[field])',
    is: 'field !== undefined',
    noticedBy:
      'e2e/sync/editor/own-edits.test.ts > a draft saved after its lesson is created is compared with the title that it was created with',
  },
  'text typed after a save is based on what was typed before, not on what was sent': {
    file: 'pwa/sync/enqueue/save-commands.ts',
    was: 'parsed.success ? parsed.output : base',
    is: 'base',
    noticedBy:
      'e2e/sync/editor/own-edits.test.ts > text typed after a save is based on what was sent of the saved text',
  },
} as const satisfies Record<string, Mutant>;
