import type { OutboxRow } from '../../../pwa/store/outbox.ts';

/*
 * The oracle of a run: the texts that users wrote, saw and withdrew, each unique. A text may only be missing
 * because its own author withdrew it, and no text may have been overwritten by a user who never saw it.
 */

export interface Witness {
  /** Texts of edits that a device has stored. */
  readonly said: Set<string>;
  /** Texts that a user knowingly replaced, deleted or rejected. */
  readonly dropped: Set<string>;
  /** Ids of commands that were discarded, possibly in flight: no device resends them. */
  readonly discarded: Set<string>;
  /**
   * Keys of progress that the server applied in part or not at all: the rest is resent later under another
   * key.
   */
  readonly leftOut: Set<string>;
  /** Texts that each user has seen, by user. */
  readonly seen: Map<string, Set<string>>;
  /** Violations of the outbox's rules, as they occurred. */
  readonly breaches: string[];
  /**
   * Refused commands removed from an outbox without a user action of their own: allowed when their course was
   * deleted.
   */
  readonly leftRefused: LeftRefused[];
  /** Refused videos, by the texts in their commands, with the message shown. */
  readonly refusedFilms: Map<string, string | null>;
}

interface LeftRefused {
  readonly userId: string;
  readonly courseId: string;
  readonly breach: string;
}

export const newWitness = (): Witness => ({
  said: new Set(),
  dropped: new Set(),
  discarded: new Set(),
  leftOut: new Set(),
  seen: new Map(),
  breaches: [],
  leftRefused: [],
  refusedFilms: new Map(),
});

/** The unique texts in any JSON value. */
export function wordsIn(told: unknown): string[] {
  return JSON.stringify(told)?.match(/w\d+x\d+x/g) ?? [];
}

export function noteSeen({ seen }: Witness, userId: string, told: unknown): void {
  const words = seen.get(userId) ?? new Set();
  for (const word of wordsIn(told)) words.add(word);
  seen.set(userId, words);
}

export function noteDropped({ dropped }: Witness, told: unknown): void {
  for (const word of wordsIn(told)) dropped.add(word);
}

export function noteDiscarded({ discarded }: Witness, rows: readonly OutboxRow[]): void {
  for (const { id } of rows) discarded.add(id);
}

/** The texts of a command itself, without its location and its base values. */
export function saidIn({ command: { args } }: Pick<OutboxRow, 'command'>): string[] {
  const {
    fileName: _film,
    base: _,
    courseTitle: __,
    moduleTitle: ___,
    lessonTitle: ____,
    resourceTitle: _____,
    entityTitle: ______,
    ...said
  } = {
    ...args,
    ...{ base: null, fileName: '', courseTitle: '', moduleTitle: '', lessonTitle: '', resourceTitle: '' },
    entityTitle: '',
  };
  return wordsIn(said);
}
