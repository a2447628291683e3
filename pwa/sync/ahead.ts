import { type Command, isSweeping, recordOf, rowsAround } from '#schema/commands/all-commands.ts';
import { isCreate, isVersioned, ownRow } from './command-target.ts';

/** What stands in front of a command, as far as a command may have to wait for it. */
export interface Ahead {
  /** Records with a command in front. */
  readonly records: Set<string>;
  /** Rows that are not made yet. */
  readonly unmade: Set<string>;
  /** Rows in which something is on its way or waits for its time. */
  readonly unsettled: Set<string>;
  /** Rows in which something was refused and waits for a person. */
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
 * Whether a command has to wait for what is in front of it and will not be sent before it:
 * - an earlier one of its record;
 * - the making of the course, module or lesson that it lies in;
 * - anything in its row, if it deletes the row or publishes the course.
 * The deletion of a whole course waits for nothing that was refused: with the course that is done with.
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
 * Whether a command has to wait for what travels in the same batch in front of it. A child may travel with
 * the making of its parent, because the server works in order. What needs the version that the one before
 * it makes, or judges all of its row, waits for their answers.
 */
export function waitsForAnswers(command: Command, taken: Ahead): boolean {
  return (isVersioned(command) && taken.records.has(recordOf(command))) || sweepsOver(command, taken);
}

function sweepsOver(command: Command, ahead: Ahead): boolean {
  const own = ownRow(command);
  return own !== null && isSweeping(command) && (ahead.unsettled.has(own) || ahead.setAside.has(own));
}
