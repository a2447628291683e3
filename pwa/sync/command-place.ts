import type { Command, EditorCommand } from '#schema/commands.ts';

/*
 * What a command is about: the record that it changes, and the rows around that record. From these follows
 * what has to wait for what.
 */

type BodyOf<C> = C extends Command ? Pick<C, 'kind' | 'args'> : never;
/** A command without its envelope. */
export type CommandBody = BodyOf<Command>;
export type EditorBody = BodyOf<EditorCommand>;

/** Commands on one record go out in the order of entry; those on different records need not wait for each other. */
export function recordOf(command: Command): string {
  switch (command.kind) {
    case 'course.activate':
      return `activation/${command.args.courseId}`;
    case 'progress.save':
      return 'progress';
    case 'profile.update':
      return 'profile';
    case 'support.request':
      return `support/${command.id}`;
    case 'user.setRole':
      return `user/${command.args.userId}`;
    case 'codes.upload':
      return `codes/${command.args.courseId}`;
    default:
      // An upload that takes an hour holds up nothing of its lesson; what is kept aside holds up nothing at all.
      if (hasArg(command, 'uploadId') || hasArg(command, 'entityId')) return `command/${command.id}`;
      return ownRow(command) ?? `command/${command.id}`;
  }
}

/** The rows that a command lies in, from the course to its own record; none for what is not of the editor. */
export function rowsAround({ kind, args }: CommandBody): string[] {
  // The history takes words for what is gone or not there yet, too: they wait for nothing and never go with their row.
  if (kind === 'course.activate' || kind === 'history.keepAside' || !('courseId' in args)) return [];
  const rows = [`course/${args.courseId}`];
  if ('moduleId' in args) rows.push(`module/${args.moduleId}`);
  if ('lessonId' in args) rows.push(`lesson/${args.lessonId}`);
  if ('resourceId' in args) rows.push(`resource/${args.resourceId}`);
  return rows;
}

/** The row of the editor that a command is about; null for what is not of the editor. */
export function ownRow(command: CommandBody): string | null {
  return rowsAround(command).at(-1) ?? null;
}

/** Whether it makes the row that it is about: what lies in that row waits for it. */
export function isCreate({ kind }: CommandBody): boolean {
  return kind.endsWith('.create');
}

/** Whether it is sent with the version of its row, so that it must know what the command before it made. */
export function isVersioned({ args }: Command): boolean {
  return 'version' in args || 'courseVersion' in args;
}

/**
 * Whether it is about everything in its row: a deletion takes it all along, and publishing judges it all.
 * Then it waits for everything that was done there before.
 */
export function isSweeping(command: Command): boolean {
  switch (command.kind) {
    case 'course.setStatus':
    case 'course.delete':
    case 'module.delete':
    case 'lesson.delete':
      return true;
    case 'course.update':
      return command.args.changes.status !== undefined;
    default:
      return false;
  }
}

/**
 * Whether later commands on the same record wait while it is set aside: an edit was made in sight of the
 * one before it. A code, a status or a name that was refused says nothing about the next one.
 */
export function holdsWhenRefused(command: Command): boolean {
  if (command.kind === 'course.setStatus' || command.kind === 'course.delete') return false;
  return recordOf(command) === ownRow(command);
}

function hasArg({ args }: Command, name: string): boolean {
  return name in args;
}
