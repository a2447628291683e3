import type { Conflict } from '#pwa/store/database/rows.ts';
import {
  baseOf,
  type Command,
  changesOf,
  rewriteEdit,
  seenVersionOf,
} from '#schema/commands/all-commands.ts';

/*
 * A lesson was moved into a module that another user has deleted. The lesson itself exists, where it was before: the
 * user decides whether the module is made again, or the lesson stays.
 */

export const movedIntoDeleted: Conflict = { reason: 'deleted', fields: ['moduleId'], current: null };

/** Whether the deleted row is the module that the edit moves its lesson into. */
export function isOfTarget(conflict: Conflict | undefined): boolean {
  return conflict?.reason === 'deleted' && conflict.fields.includes('moduleId');
}

/** The same edit without the move; null if it changes nothing else. */
export function withoutMove(command: Command): Command | null {
  const { moduleId: _, position: __, ...fields } = changesOf(command) ?? {};
  const { moduleId: ___, position: ____, ...base } = baseOf(command) ?? {};
  if (Object.values(fields).every((value) => value === undefined)) return null;
  return rewriteEdit(command, { version: seenVersionOf(command) ?? 0, base, fields });
}
