import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { Command } from '#schema/commands/all-commands.ts';
import { noAnswers, noteDroppedAnswers, type SavedAnswers } from '../quizzes/saved-answers.ts';

/*
 * The oracle of a run: the texts that users wrote, saw and withdrew, each unique. A text may only be missing
 * because its own author withdrew it, and no text may have been overwritten by a user who never saw it.
 */

export interface Oracle {
  /** Texts of edits that a device has stored. */
  readonly written: Set<string>;
  /** Texts that a user knowingly replaced, deleted or rejected. */
  readonly dropped: Set<string>;
  /** Ids of commands that were discarded, possibly in flight: no device resends them. */
  readonly discarded: Set<string>;
  /** Their texts: recreated in another row, they are in commands with other ids. */
  readonly discardedTexts: Set<string>;
  /**
   * Keys of progress that the server applied in part or not at all: the rest is resent later under another
   * key.
   */
  readonly leftOut: Set<string>;
  /** Acknowledged commands that a restored backup did not contain, by key. */
  readonly lost: Map<string, Command>;
  /** Keys of receipts that were lost in a restore that lost no change: nothing shows it, so no device sends again. */
  readonly unnoticed: Set<string>;
  /** Keys of commands that were moved to another device as a file: it does not know that they were acknowledged. */
  readonly carried: Set<string>;
  /** Keys of acknowledged commands that the operator discarded after a restore. */
  readonly givenUp: Set<string>;
  /**
   * How many commands were lost with the databases of a device, by device and user, until the user dismisses it; and
   * the database that was lost last.
   */
  readonly lostCommands: Map<string, { readonly count: number; readonly birth: string }>;
  /** Keys of receipts whose time was over, so that the server may have removed them. */
  readonly expired: Set<string>;
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
  readonly refusedVideos: Map<string, string | null>;
  readonly answers: SavedAnswers;
}

interface LeftRefused {
  readonly id: string;
  readonly userId: string;
  readonly courseId: string;
  readonly breach: string;
}

export const createOracle = (): Oracle => ({
  written: new Set(),
  dropped: new Set(),
  discarded: new Set(),
  discardedTexts: new Set(),
  leftOut: new Set(),
  lost: new Map(),
  unnoticed: new Set(),
  carried: new Set(),
  givenUp: new Set(),
  lostCommands: new Map(),
  expired: new Set(),
  seen: new Map(),
  breaches: [],
  leftRefused: [],
  refusedVideos: new Map(),
  answers: noAnswers(),
});

/** The unique texts in any JSON value. */
export function markersIn(value: unknown): string[] {
  return JSON.stringify(value)?.match(/w\d+x\d+x/g) ?? [];
}

export function noteSeen({ seen }: Oracle, userId: string, value: unknown): void {
  const markers = seen.get(userId) ?? new Set();
  for (const marker of markersIn(value)) markers.add(marker);
  seen.set(userId, markers);
}

export function noteDropped({ dropped, answers }: Oracle, value: unknown): void {
  for (const marker of markersIn(value)) dropped.add(marker);
  noteDroppedAnswers(answers, value);
}

export function noteDiscarded({ discarded, discardedTexts }: Oracle, rows: readonly OutboxRow[]): void {
  for (const { id } of rows) discarded.add(id);
  for (const text of rows.flatMap(markersWrittenIn)) discardedTexts.add(text);
}

/** The user undid that. */
export function noteUndiscarded({ discarded, discardedTexts }: Oracle, rows: readonly OutboxRow[]): void {
  for (const { id } of rows) discarded.delete(id);
  for (const text of rows.flatMap(markersWrittenIn)) discardedTexts.delete(text);
}

/** The texts of a command itself, without its location and its base values. */
export function markersWrittenIn({ command: { args } }: Pick<OutboxRow, 'command'>): string[] {
  const {
    fileName: _fileName,
    base: _,
    courseTitle: __,
    moduleTitle: ___,
    lessonTitle: ____,
    resourceTitle: _____,
    entityTitle: ______,
    quizTitle: _______,
    ...written
  } = {
    ...args,
    ...{ base: null, fileName: '', courseTitle: '', moduleTitle: '', lessonTitle: '', resourceTitle: '' },
    ...{ entityTitle: '', quizTitle: '' },
  };
  return markersIn(written);
}
