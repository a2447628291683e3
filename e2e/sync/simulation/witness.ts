import type { OutboxRow } from '../../../pwa/store/outbox.ts';

/*
 * What people said, saw and took back, in words that are said once only. By it the truth of the end is judged:
 * a word may only be nowhere because its own author took it back, and nobody's word may have been overwritten
 * by somebody who never saw it.
 */

export interface Witness {
  /** Words that an edit was kept with on a device. */
  readonly said: Set<string>;
  /** Words that somebody knowingly replaced, deleted or decided against. */
  readonly dropped: Set<string>;
  /** Ids of commands that somebody discarded, which may have been under way: no device offers them again. */
  readonly discarded: Set<string>;
  /** Keys of progress that the server took in part or not at all: what is left goes under another one some day. */
  readonly leftOut: Set<string>;
  /** By person: the words that they had in front of them. */
  readonly seen: Map<string, Set<string>>;
  /** Where the rules of the outbox were broken, as it happened. */
  readonly breaches: string[];
  /** Refused commands that left an outbox by no act of their own: they may, with the course that was deleted. */
  readonly leftRefused: LeftRefused[];
  /** Films that somebody found refused: by the words in their commands, with what was said of it. */
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

/** The words in anything that can be told as JSON. */
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

/** What a command says by itself: not where it lies, nor what was there before. */
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
