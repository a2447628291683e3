import type { Command, CommandOf } from '#schema/commands/all-commands.ts';

/** The kinds of commands that change the trash. */
export const TRASH_KINDS = ['course.restore', 'course.purge'] as const;
export type TrashKind = (typeof TRASH_KINDS)[number];
export type TrashCommand = CommandOf<TrashKind>;

export function isTrashCommand(command: Command): command is TrashCommand {
  return command.kind === 'course.restore' || command.kind === 'course.purge';
}
