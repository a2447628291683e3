import {
  type Command,
  type CommandBody,
  type CommandKind,
  effectOf,
  entityOf,
  rowsAround,
  seenVersionOf,
} from '#schema/commands/all-commands.ts';
import type { EditedRow } from '#schema/entities/entity.ts';

type Kind = { readonly kind: CommandKind };

/** The row of the editor that a command is about; null for a command outside of the editor. */
export function ownRow(body: CommandBody): string | null {
  return rowsAround(body).at(-1) ?? null;
}

/** Whether it makes the row that it is about: what lies in that row waits for it. */
export const isCreate = ({ kind }: Kind): boolean => effectOf(kind) === 'create';

/** Whether it changes fields of a row that is there. */
export const isEdit = ({ kind }: Kind): boolean => effectOf(kind) === 'edit';

export const isDeletion = ({ kind }: Kind): boolean => effectOf(kind) === 'delete';

/** Whether it is sent with the version of its row, so that it must know what the command before it made. */
export const isVersioned = (body: CommandBody): boolean => seenVersionOf(body) !== null;

/** What a refusal shows of the row that a command edits or deletes; null when it shows nothing of the kind. */
export function parseCurrent({ kind }: Command, current: unknown): EditedRow | null {
  return entityOf(kind)?.parseRow(current) ?? null;
}
