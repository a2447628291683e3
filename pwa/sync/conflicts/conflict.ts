import { v7 as uuid } from 'uuid';
import type { ApiResponse } from '#pwa/api/api-response.ts';
import type { Conflict, OutboxRow } from '#pwa/store/database/rows.ts';
import { type Command, type CommandOf, hasRejectedText } from '#schema/commands/all-commands.ts';
import { partKindNames } from '#schema/sync/row-kinds.ts';
import { isCreate, isDeletion, isEdit, parseCurrent } from '../commands/command-target.ts';
import { isCourseCommand } from '../commands/device-commands.ts';
import { isQuizEdit } from '../quizzes/quiz-kind.ts';
import { movedIntoDeleted } from './moved-into-deleted.ts';
import { rebaseEdit } from './rebase.ts';
import { redrawCodes } from './redraw-codes.ts';

/**
 * The resolution of an edit that met another user's edit.
 * rebased: the same edit on the newer version, with the changes of both merged, under a new id because the
 * receipt of the old one stores the refusal. conflict: the user compares and decides. gone: nothing is left
 * to do (the row was deleted by another user, has the same text already, or was created by an earlier attempt); the
 * command may be removed.
 */
export type ConflictResolution =
  | { readonly kind: 'rebased'; readonly command: Command }
  | { readonly kind: 'conflict'; readonly conflict: Conflict }
  | { readonly kind: 'gone' };

/** Error codes that mean: the row, or its parent, no longer exists. */
const NOT_FOUND_CODES: readonly string[] = partKindNames.map((kind) => `${kind}_not_found`);

/**
 * Resolves the refusal of an edit of a course or of a part of it. Returns null if it is no conflict
 * or cannot be read: then the ordinary outcome applies, and nothing is lost either way.
 */
export function resolveConflict(
  { command, attempts }: Pick<OutboxRow, 'command' | 'attempts'>,
  response: ApiResponse,
): ConflictResolution | null {
  const code = response.error?.code ?? '';
  if (response.status === 412 && code === 'version_conflict') return resolveOutdated(command, response);
  // The receipt of an earlier attempt has expired.
  if (code === 'id_taken' && attempts > 1 && isCreate(command)) return { kind: 'gone' };
  if (command.kind === 'codeBatch.create' && code === 'codes_taken') return resolveTaken(command, response);
  if (response.status === 404 && NOT_FOUND_CODES.includes(code)) return resolveDeleted(command, code);
  return null;
}

/** Codes of the batch exist already: others are drawn in their place. */
function resolveTaken(
  command: CommandOf<'codeBatch.create'>,
  { error }: ApiResponse,
): ConflictResolution | null {
  const redrawn = redrawCodes(command, error?.current);
  return redrawn && { kind: 'rebased', command: { ...redrawn, id: uuid() } };
}

/** Another user changed the row since. */
function resolveOutdated(command: Command, { error }: ApiResponse): ConflictResolution | null {
  const current = parseCurrent(command, error?.current);
  if (current === null) return null;
  // Deleting a row that another user has just changed always needs a decision, whatever they changed.
  if (isDeletion(command)) {
    return { kind: 'conflict', conflict: { reason: 'changed', fields: [], current: error?.current } };
  }
  if (!isEdit(command)) return null;
  const { command: rebased, conflicts } = rebaseEdit(command, current);
  if (conflicts.length > 0) {
    return { kind: 'conflict', conflict: { reason: 'changed', fields: conflicts, current: error?.current } };
  }
  return rebased === null ? { kind: 'gone' } : { kind: 'rebased', command: { ...rebased, id: uuid() } };
}

/** The row is deleted. A deletion is done; an edit needs the user's decision, who may recreate the row. */
function resolveDeleted(command: Command, code: string): ConflictResolution | null {
  if (isDeletion(command)) return { kind: 'gone' };
  if (command.kind === 'lesson.update' && code === 'module_not_found')
    return { kind: 'conflict', conflict: movedIntoDeleted };
  if (!isCourseCommand(command) && !isQuizEdit(command)) return null;
  if (!hasRejectedText(command.kind)) return null;
  return { kind: 'conflict', conflict: { reason: 'deleted', fields: [], current: null } };
}
