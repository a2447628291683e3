import type { Command, CommandOf } from '#schema/commands/all-commands.ts';

/** The kinds of commands that change the trash. */
export type TrashKind = 'course.restore' | 'course.purge';
export type TrashCommand = CommandOf<TrashKind>;

export function isTrashCommand(command: Command): command is TrashCommand {
  return command.kind === 'course.restore' || command.kind === 'course.purge';
}
