import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { isCourseCommand, recreateFrom } from '../commands/device-commands.ts';
import type { KnownRows } from '../commands/recreate/known-rows.ts';
import { recreateTarget } from '../commands/recreate/recreate-module.ts';
import { recreateQuiz } from '../commands/recreate/recreate-quiz.ts';
import type { Replacement } from '../commands/recreate/replacement.ts';
import { isQuizEdit } from '../quizzes/quiz-kind.ts';
import { isOfTarget } from './moved-into-deleted.ts';

/**
 * Recreates the row of a refused edit that another user deleted. Ids are never reused, so it becomes a new
 * row: the last known values with the unsent edits applied, at the end of its module, which is recreated too
 * if it is deleted; a practice or test with its questions. Of a lesson that was moved into a deleted module, only that
 * module is recreated. Other commands that wait for the old row are moved to the new one.
 *
 * @throws {UserFacingError} if it is a question that this device never received
 * @throws {Error} if commands of this kind cannot recreate a row
 */
export function recreate(row: OutboxRow, known: KnownRows): Replacement {
  const { command } = row;
  const others = { ...known, unsent: known.unsent.filter(({ order }) => order !== row.order) };
  const replacement = replace(row, others);
  if (replacement === null) throw new Error(`${command.kind} cannot recreate a row`);
  return { remove: [row, ...replacement.remove], append: replacement.append };
}

function replace({ command, conflict }: OutboxRow, known: KnownRows): Replacement | null {
  if (command.kind === 'lesson.update' && isOfTarget(conflict)) return recreateTarget(command, known);
  if (isQuizEdit(command)) return recreateQuiz(command, known);
  return isCourseCommand(command) ? recreateFrom(command, known) : null;
}
