import { isCreate, isVersioned, ownRow } from '#pwa/sync/commands/command-target.ts';
import { affectsSubtree, type Command, recordOf, rowsAround } from '#schema/commands/all-commands.ts';

/** Earlier commands that a command may have to wait for. */
export interface Dependencies {
  /** Records with an earlier command. */
  readonly records: Set<string>;
  /** Rows that are not created yet. */
  readonly uncreated: Set<string>;
  /** Rows with a command that is being sent or is waiting for its next attempt. */
  readonly pending: Set<string>;
  /** Rows with a refused command that needs a user decision. */
  readonly refused: Set<string>;
}

export function noDependencies(): Dependencies {
  return { records: new Set(), uncreated: new Set(), pending: new Set(), refused: new Set() };
}

export function addDependency(dependencies: Dependencies, command: Command, isRefused = false): void {
  const around = rowsAround(command);
  const own = ownRow(command);
  for (const record of recordsOf(command)) dependencies.records.add(record);
  if (own !== null && isCreate(command)) dependencies.uncreated.add(own);
  for (const row of around) (isRefused ? dependencies.refused : dependencies.pending).add(row);
}

/** A code may be revoked with the access that it gave: then the two are changed in their order. */
function recordsOf(command: Command): string[] {
  const record = recordOf(command);
  if (command.kind !== 'access.setRevoked' || command.args.codeId === null) return [record];
  return [record, `code/${command.args.codeId}`];
}

/**
 * Whether a command has to wait for an earlier one that is not sent before it:
 * - an earlier command of its record;
 * - the create of the course, module or lesson that contains it;
 * - anything in its row, if it deletes the row or publishes the course;
 * - anything in the course that it copies, unless that was refused: the server copies what it has.
 * The deletion of a whole course does not wait for refused commands: it makes them obsolete.
 */
export function waitsFor(command: Command, dependencies: Dependencies): boolean {
  if (command.kind === 'course.delete') return dependencies.pending.has(ownRow(command) ?? '');
  return (
    recordsOf(command).some((record) => dependencies.records.has(record)) ||
    rowsAround(command).some((row) => dependencies.uncreated.has(row)) ||
    sweepsOver(command, dependencies) ||
    copiesFrom(command, dependencies)
  );
}

/**
 * Whether a command has to wait for the responses to earlier commands of the same batch. A child may be in
 * the same batch as the create of its parent, because the server works in order. A command waits if it needs
 * the version that an earlier one produces, or depends on its whole row, or copies what may be refused and merged.
 */
export function waitsForResponses(command: Command, batched: Dependencies): boolean {
  if (isVersioned(command) && batched.records.has(recordOf(command))) return true;
  return sweepsOver(command, batched) || copiesFrom(command, batched);
}

function copiesFrom(command: Command, { pending }: Dependencies): boolean {
  return command.kind === 'course.duplicate' && pending.has(`course/${command.args.fromCourseId}`);
}

function sweepsOver(command: Command, dependencies: Dependencies): boolean {
  const own = ownRow(command);
  return (
    own !== null &&
    affectsSubtree(command) &&
    (dependencies.pending.has(own) || dependencies.refused.has(own))
  );
}
