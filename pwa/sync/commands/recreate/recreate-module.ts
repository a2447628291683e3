import { v7 as uuid } from 'uuid';
import * as v from 'valibot';
import type { Command, CommandOf } from '#schema/commands/all-commands.ts';
import type { FieldValues } from '#schema/editor/merge.ts';
import { ModuleFields } from '#schema/entities/module-entity.ts';
import { type KnownRows, lastKnownModule, placesInCourse } from './known-rows.ts';
import { keyAfter, listWaiting, type Replacement, withModule } from './replacement.ts';

interface DeletedModule {
  /** The command whose metadata the new one takes over. */
  readonly command: Command;
  readonly courseId: string;
  readonly moduleId: string;
}

/** Recreates the module of an edit, followed by all commands that wait for the old one. */
export function recreateModule(command: CommandOf<'module.update'>, known: KnownRows): Replacement {
  const { courseId, moduleId, moduleTitle, base, changes } = command.args;
  const fields = { title: moduleTitle, ...lastKnownModule(known, moduleId), ...base, ...changes };
  return newModule({ command, courseId, moduleId }, fields, known);
}

/** A module at the end of its course, followed by all commands that wait for the old one. */
export function newModule(
  { command, courseId, moduleId }: DeletedModule,
  fields: FieldValues,
  known: KnownRows,
): Replacement {
  const { title = 'New Module', description = '' } = v.parse(ModuleFields, fields);
  const position = keyAfter(placesInCourse(known, courseId));
  const ids = { moduleId: uuid() };
  const args = { courseId, ...ids, title, description, position };
  const waiting = listWaiting(known, 'moduleId', moduleId);
  const moved = waiting.map((row) => withModule(row.command, moduleId, ids.moduleId));
  return { remove: waiting, append: [{ ...command, kind: 'module.create', args }, ...moved] };
}

/** Recreates the module into which an edit moves its lesson, and sends the edit again. */
export function recreateTarget(command: CommandOf<'lesson.update'>, known: KnownRows): Replacement {
  const { courseId, changes } = command.args;
  const moduleId = changes.moduleId ?? command.args.moduleId;
  const { remove, append } = newModule(
    { command, courseId, moduleId },
    lastKnownModule(known, moduleId),
    known,
  );
  const [create] = append;
  const newId = create?.kind === 'module.create' ? create.args.moduleId : moduleId;
  return { remove, append: [...append, withModule(command, moduleId, newId)] };
}
