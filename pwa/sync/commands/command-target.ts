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

/** Returns the editor row that a command changes; null for a command outside of the editor. */
export function ownRow(body: CommandBody): string | null {
  return rowsAround(body).at(-1) ?? null;
}

/** Whether it creates its row: commands on rows inside that row wait for it. */
export const isCreate = ({ kind }: Kind): boolean => effectOf(kind) === 'create';

/** Whether it creates a whole course: a refused one is shown, so that the course can be viewed. */
export const createsCourse = ({ kind }: Kind): boolean =>
  kind === 'course.create' || kind === 'course.duplicate' || kind === 'course.import';

/** Whether it changes fields of an existing row. */
export const isEdit = ({ kind }: Kind): boolean => effectOf(kind) === 'edit';

export const isDeletion = ({ kind }: Kind): boolean => effectOf(kind) === 'delete';

/**
 * Whether it is sent with the version of its row and so needs the version that the command before it
 * produces.
 */
export const isVersioned = (body: CommandBody): boolean => seenVersionOf(body) !== null;

/** Returns the row that a refusal of an edit or deletion carries; null if it carries none. */
export function parseCurrent({ kind }: Command, current: unknown): EditedRow | null {
  return entityOf(kind)?.parseRow(current) ?? null;
}
