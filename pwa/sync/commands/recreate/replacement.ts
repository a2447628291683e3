import { generateKeyBetween } from 'fractional-indexing';
import * as v from 'valibot';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { Command, type CommandBody } from '#schema/commands/all-commands.ts';
import type { KnownRows } from './known-rows.ts';

/** Replaces outbox rows: `remove` leave the outbox, `append` are added at the end under new ids. */
export interface Replacement {
  readonly remove: readonly OutboxRow[];
  readonly append: readonly Command[];
}

/** All commands on a row or inside it, and those that move a lesson into it, except those under way. */
export function listWaiting(
  { unsent }: KnownRows,
  idName: 'moduleId' | 'lessonId' | 'quizId' | 'questionId',
  id: string,
): OutboxRow[] {
  const isNamed = ({ args }: Command) =>
    Object.entries(args).some(([name, value]) => name === idName && value === id);
  return unsent.filter(
    ({ state, command }) =>
      state !== 'sending' && (isNamed(command) || (idName === 'moduleId' && targetOf(command) === id)),
  );
}

/** The module into which a command moves a lesson. */
export function targetOf(command: CommandBody): string | null {
  return command.kind === 'lesson.update' ? (command.args.changes.moduleId ?? null) : null;
}

/** The same command with a new module in place of a deleted one. */
export function withModule(command: Command, deletedId: string, moduleId: string): Command {
  const isInside = 'moduleId' in command.args && command.args.moduleId === deletedId;
  const moved = isInside ? withIds(command, { moduleId }) : command;
  if (moved.kind !== 'lesson.update' || targetOf(moved) !== deletedId) return moved;
  return { ...moved, args: { ...moved.args, changes: { ...moved.args.changes, moduleId } } };
}

type RowId = 'moduleId' | 'lessonId' | 'resourceId';

/** The same command for another row. */
export function withIds(command: Command, ids: Partial<Record<RowId, string>>): Command {
  return v.parse(Command, { ...command, args: { ...command.args, ...ids } });
}

/** The position after all of these. */
export function keyAfter(places: readonly string[]): string {
  const last = places.reduce<string | null>((max, key) => (max === null || key > max ? key : max), null);
  return generateKeyBetween(last, null);
}
