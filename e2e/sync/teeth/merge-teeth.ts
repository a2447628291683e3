import type { Tooth } from './tooth.ts';

/** Defects of what becomes of edits that met others, and of those queued behind them. */
export const mergeTeeth = {
  'a merge drops theirs': {
    file: 'pwa/sync/rebase.ts',
    was: 'const { merged, conflicts } = mergeFields({ base, mine, theirs: theirs.fields }, rules);',
    is: 'const merged = mine; const conflicts = [];',
    noticedBy:
      'e2e/sync/conflicts.test.ts > one lesson edited by two > in different paragraphs has both edits, whichever is nearer',
  },
  'a merge drops mine': {
    file: 'pwa/sync/rebase.ts',
    was: 'const { merged, conflicts } = mergeFields({ base, mine, theirs: theirs.fields }, rules);',
    is: 'const merged = {}; const conflicts = [];',
    noticedBy:
      'e2e/sync/conflicts.test.ts > one lesson edited by two > in different fields has both edits, and nobody is asked',
  },
  'a merge takes what the server has for what was seen': {
    file: 'pwa/sync/rebase.ts',
    was: '{ base, mine, theirs: theirs.fields }',
    is: '{ base: theirs.fields, mine, theirs: theirs.fields }',
    noticedBy:
      'e2e/sync/conflicts.test.ts > one lesson edited by two > in the same paragraph waits for a person, who has both texts',
  },
  'a field that both changed is mine, and nobody is asked': {
    file: 'schema/merge.ts',
    was: `mergeBlocks({ base, mine, theirs }) ?? undefined;
  return undefined;`,
    is: `mergeBlocks({ base, mine, theirs }) ?? undefined;
  return mine;`,
    noticedBy:
      'schema/merge.test.ts > fields > that both changed differently wait for a person, the others of the edit do not',
  },
  'a merged edit keeps its old key': {
    file: 'pwa/sync/conflict.ts',
    was: 'command: { ...rebased, id: uuid() }',
    is: 'command: rebased',
    noticedBy:
      'e2e/sync/conflicts.test.ts > one lesson edited by two > in different fields has both edits, and nobody is asked',
  },
  'what was decided against is kept nowhere': {
    file: 'pwa/sync/decide.ts',
    was: 'if (aside !== null) await',
    is: 'if (aside === undefined) await',
    noticedBy:
      'e2e/sync/conflicts.test.ts > one lesson edited by two > keeps the words that were not taken in the history of the lesson',
  },
  'an ack writes an older row over a newer one': {
    file: 'pwa/sync/commands/lesson-rows.ts',
    was: 'one.id === lesson.id && one.version <= lesson.version ?',
    is: 'one.id === lesson.id ?',
    noticedBy:
      'e2e/sync/behind.test.ts > when an edit’s reply was lost, its late receipt > takes back nothing of what others did since',
  },
  'a late receipt takes a module back': {
    file: 'pwa/sync/commands/module-rows.ts',
    was: 'one.id === own.id && one.version <= own.version',
    is: 'one.id === own.id',
    noticedBy:
      'e2e/sync/behind.test.ts > when an edit’s reply was lost, its late receipt > takes back nothing of what others did since',
  },
  'a late receipt takes a course back': {
    file: 'pwa/sync/commands/course-rows.ts',
    was: 'if (row.version > course.version) return row;',
    is: '',
    noticedBy:
      'e2e/sync/behind.test.ts > when an edit’s reply was lost, its late receipt > takes back nothing of what others did since',
  },
  'a late receipt takes a text back': {
    file: 'pwa/sync/commands/lesson-rows.ts',
    was: 'known.version > version || isSameText(command, known)',
    is: 'isSameText(command, known)',
    noticedBy:
      'e2e/sync/behind.test.ts > when an edit’s reply was lost, its late receipt > takes back nothing of what others did since',
  },
  'a late receipt brings back a resource that went': {
    file: 'pwa/sync/commands/lesson-rows.ts',
    was: '{ ...lesson, resources: one.resources }',
    is: 'lesson',
    noticedBy:
      'e2e/sync/behind.test.ts > when an edit’s reply was lost, its late receipt > brings back no resource that went since',
  },
  'what is queued while an edit is under way is not told of its ack': {
    file: 'pwa/sync/behind.ts',
    was: "await store.outbox.where('order').above(lastOrder).toArray()",
    is: '[]',
    noticedBy:
      'e2e/sync/behind.test.ts > while an edit of a lesson is under way > the lesson can be deleted, and nobody is asked about one’s own edit',
  },
  'what is queued behind an edit keeps the base that it had': {
    file: 'pwa/sync/raise-versions.ts',
    was: 'const base = baseFrom(changes, entityOf(command.kind)?.readValues(entity) ?? {});',
    is: 'const base = command.args.base;',
    noticedBy:
      'e2e/sync/behind.test.ts > while an edit of a lesson is under way > the next edit rests on what the server made of it, in the server’s own spelling',
  },
  'what is queued behind an edit is put on its version, whichever it was made on': {
    file: 'pwa/sync/raise-versions.ts',
    was: 'if (!isBehind || seenVersionOf(command) !== from) return row;',
    is: 'if (!isBehind) return row;',
    noticedBy:
      'e2e/sync/behind.test.ts > when an edit’s reply was lost, its late receipt > does not tell the next edit of a version before the one that it was made on',
  },
  'an ack leaves a text as it was that others have changed': {
    file: 'pwa/sync/commands/lesson-rows.ts',
    was: 'command.args.changes.content === undefined && command.args.version === known.version',
    is: 'command.args.changes.content === undefined',
    noticedBy:
      'e2e/sync/behind.test.ts > an edit of other fields than others changed > brings their text along with its ack',
  },
} as const satisfies Record<string, Tooth>;
