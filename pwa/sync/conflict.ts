import { v7 as uuid } from 'uuid';
import { type Command, hasTexts } from '#schema/commands/all-commands.ts';
import type { Answer } from '../api/answer.ts';
import type { Conflict, OutboxRow } from '../store/rows.ts';
import { isDeletion, isEdit, parseCurrent } from './command-target.ts';
import { rebaseEdit } from './rebase.ts';

/**
 * What becomes of an edit that met somebody else's.
 * rebased: the same edit on the newer version, with what both changed merged, under a new id, for the old
 * one's receipt remembers the refusal. conflict: a person compares and decides. gone: what it wanted is
 * so already (the row was deleted by another, the text changed to the same words); it may leave.
 */
export type Resolution =
  | { readonly kind: 'rebased'; readonly command: Command }
  | { readonly kind: 'conflict'; readonly conflict: Conflict }
  | { readonly kind: 'gone' };

/** Refusals that say: the row, or the one that it lies in, is not there any more. */
const GONE = ['course_not_found', 'module_not_found', 'lesson_not_found', 'resource_not_found'];

/**
 * Judges the refusal of an edit of a course, module, lesson or resource. Null when it is no conflict, or
 * none that can be read: then the outcome ladder has the last word, and nothing is lost either way.
 */
export function resolveAnswer({ command }: Pick<OutboxRow, 'command'>, answer: Answer): Resolution | null {
  const code = answer.error?.code ?? '';
  if (answer.status === 412 && code === 'version_conflict') return resolveBehind(command, answer);
  if (answer.status === 404 && GONE.includes(code)) return resolveGone(command);
  return null;
}

/** Somebody else changed the row since. */
function resolveBehind(command: Command, { error }: Answer): Resolution | null {
  const current = parseCurrent(command, error?.current);
  if (current === null) return null;
  // To delete what somebody has just worked on is asked about, whatever they did.
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

/** The row is deleted. A deletion wanted just that; words for it wait for a person, who may put it back. */
function resolveGone(command: Command): Resolution | null {
  if (isDeletion(command)) return { kind: 'gone' };
  if (!hasTexts(command.kind)) return null;
  return { kind: 'conflict', conflict: { reason: 'deleted', fields: [], current: null } };
}
