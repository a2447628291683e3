import type { Mutant } from './mutant.ts';

/** Mutants of unsaved edits. */
export const draftMutants = {
  'saved drafts are removed after their commands are queued, in a transaction of their own': {
    file: 'pwa/sync/enqueue/editor-commands.ts',
    was: 'await queue.tx.drafts.bulkDelete([...plan.draftIds]);',
    is: `setTimeout(() =>
      changeEditorQueue(authorId, (next) => next.tx.drafts.bulkDelete([...plan.draftIds])).catch(() => undefined));`,
    noticedBy:
      'e2e/sync/editor/save-course.test.ts > a Save Course > is not queued if its drafts cannot be removed with it',
  },
  'what was typed during a save is not stored again': {
    file: 'pwa/features/editor/draft/draft-book.ts',
    in: 'leave',
    was: 'for (const [id, value] of left) this.#writer.put(id, value);',
    is: '',
    noticedIn: 'hasDrafts',
    firstSeed: 1,
  },
  'what was typed during a save counts as saved': {
    file: 'pwa/features/editor/save/save-drafts.ts',
    was: 'book.leave(taken, commandIds);',
    is: 'book.leave(book.state.get().drafts, commandIds);',
    noticedIn: 'hasDrafts',
    firstSeed: 70,
  },
} as const satisfies Record<string, Mutant>;
