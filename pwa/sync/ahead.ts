import { type Command, isSweeping, recordOf, rowsAround } from '#schema/commands/all-commands.ts';
import { isCreate, isVersioned, ownRow } from './command-target.ts';

/** Earlier commands that a command may have to wait for. */
export interface Ahead {
  /** Records with an earlier command. */
  readonly records: Set<string>;
  /** Rows that are not created yet. */
  readonly unmade: Set<string>;
  /** Rows with a command that is being sent or is waiting for its next attempt. */
  readonly unsettled: Set<string>;
  /** Rows with a refused command that needs a user decision. */
  readonly setAside: Set<string>;
}

export function nothingAhead(): Ahead {
  return { records: new Set(), unmade: new Set(), unsettled: new Set(), setAside: new Set() };
}

export function addAhead(ahead: Ahead, command: Command, isRefused = false): void {
  const around = rowsAround(command);
  const own = ownRow(command);
  ahead.records.add(recordOf(command));
  if (own !== null && isCreate(command)) ahead.unmade.add(own);
  for (const row of around) (isRefused ? ahead.setAside : ahead.unsettled).add(row);
}

/**
 * Whether a command has to wait for an earlier one that is not sent before it:
 * - an earlier command of its record;
 * - the create of the course, module or lesson that contains it;
 * - anything in its row, if it deletes the row or publishes the course.
 * The deletion of a whole course does not wait for refused commands: it makes them obsolete.
 */
export function waitsFor(command: Command, ahead: Ahead): boolean {
  if (command.kind === 'course.delete') return ahead.unsettled.has(ownRow(command) ?? '');
  return (
    ahead.records.has(recordOf(command)) ||
    rowsAround(command).some((row) => ahead.unmade.has(row)) ||
    sweepsOver(command, ahead)
  );
}

/**
 * Whether a command has to wait for the responses to earlier commands of the same batch. A child may be in
 * the same batch as the create of its parent, because the server works in order. A command waits if it needs
 * the version that an earlier one produces, or depends on its whole row.
 */
export function waitsForAnswers(command: Command, taken: Ahead): boolean {
  return (isVersioned(command) && taken.records.has(recordOf(command))) || sweepsOver(command, taken);
}

function sweepsOver(command: Command, ahead: Ahead): boolean {
  const own = ownRow(command);
  return own !== null && isSweeping(command) && (ahead.unsettled.has(own) || ahead.setAside.has(own));
}
