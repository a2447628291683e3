import { generateKeyBetween } from 'fractional-indexing';
import { v7 as uuid } from 'uuid';
import * as v from 'valibot';
import { baseOf, Command, changesOf } from '#schema/commands/all-commands.ts';
import type { LessonCreateArgs } from '#schema/commands/lesson-commands.ts';
import { given } from '#schema/editor/given.ts';
import type { FieldValues } from '#schema/editor/merge.ts';
import { CourseFields } from '#schema/entities/course-entity.ts';
import { LessonFields, lessonEntity } from '#schema/entities/lesson-entity.ts';
import { ModuleFields } from '#schema/entities/module-entity.ts';
import type { OutboxRow } from '../../store/account/outbox.ts';
import { isEdit } from '../commands/command-target.ts';
import {
  hasModule,
  type KnownRows,
  lastKnownLesson,
  lastKnownModule,
  placesInCourse,
  placesInModule,
} from './known-rows.ts';

/** Replaces outbox rows: `remove` leave the outbox, `append` are added at the end under new ids. */
export interface Replacement {
  readonly remove: readonly OutboxRow[];
  readonly append: readonly Command[];
}

type Kind<K extends Command['kind']> = Extract<Command, { kind: K }>;

/**
 * Recreates the row of a refused edit that another user deleted. Ids are never reused, so it becomes a new
 * row: the last known values with the unsent edits applied, at the end of its module, which is recreated too
 * if it is deleted. Other commands that wait for the old row are moved to the new one.
 */
export function recreate(row: OutboxRow, known: KnownRows): Replacement {
  const { command } = row;
  const others = { ...known, unsent: known.unsent.filter(({ order }) => order !== row.order) };
  const { remove, append } = recreateRow(command, others);
  return { remove: [row, ...remove], append };
}

function recreateRow(command: Command, known: KnownRows): Replacement {
  switch (command.kind) {
    case 'course.update':
      return { remove: [], append: [newCourse(command, known)] };
    case 'module.update': {
      const { courseId, moduleId, moduleTitle, base, changes } = command.args;
      const fields = { title: moduleTitle, ...lastKnownModule(known, moduleId), ...base, ...changes };
      return newModule({ command, courseId, moduleId }, fields, known);
    }
    case 'lesson.update':
    case 'lesson.setVideo':
    case 'resource.create':
      return recreateLesson(command, known);
    case 'lesson.create':
      return moveLesson(command, known);
    default:
      throw new Error(`${command.kind} made nothing that could be put back`);
  }
}

/**
 * Placeholder for required course fields that this device never received: an edit may have been imported from
 * a file.
 */
const UNKNOWN_TEXT = '(Not known on this device)';

/** A course's own fields only; its former contents are in the history. */
function newCourse(command: Kind<'course.update'>, { course, deletedSnapshots }: KnownRows): Command {
  const { courseId, courseTitle, base, changes } = command.args;
  const seen = v.parse(CourseFields, course ?? deletedSnapshots.get(courseId) ?? {});
  const { status: _, ...fields } = given({ ...seen, ...base, ...changes });
  const unknown = { description: UNKNOWN_TEXT, instructor: UNKNOWN_TEXT };
  const empty = { thumbnail: null, previewContent: '' };
  const args = { title: courseTitle, ...unknown, ...empty, ...fields, courseId: uuid() };
  return { ...command, kind: 'course.create', args };
}

interface DeletedModule {
  /** The command whose metadata the new one takes over. */
  readonly command: Command;
  readonly courseId: string;
  readonly moduleId: string;
}

/** A module at the end of its course, followed by all commands that wait for the old one. */
function newModule(
  { command, courseId, moduleId }: DeletedModule,
  fields: FieldValues,
  known: KnownRows,
): Replacement {
  const { title = 'New Module', description = '' } = v.parse(ModuleFields, fields);
  const position = keyAfter(placesInCourse(known, courseId));
  const ids = { moduleId: uuid() };
  const args = { courseId, ...ids, title, description, position };
  const waiting = listWaiting(known, 'moduleId', moduleId);
  const moved = waiting.map((row) => withIds(row.command, ids));
  return { remove: waiting, append: [{ ...command, kind: 'module.create', args }, ...moved] };
}

function recreateLesson(
  command: Kind<'lesson.update' | 'lesson.setVideo' | 'resource.create'>,
  known: KnownRows,
): Replacement {
  const { lessonId, lessonTitle } = command.args;
  const waiting = listWaiting(known, 'lessonId', lessonId);
  const edits = [command, ...waiting.map((row) => row.command)].filter(isEdit);
  const seen = edits.map((edit) => baseOf(edit));
  const fields: FieldValues = Object.assign(
    { ...lastKnownLesson(known, lessonId) },
    ...seen,
    ...edits.map((edit) => changesOf(edit)),
  );
  const place = requirePlace(command, known);
  const empty = { ...lessonEntity.defaults, type: 'text' } as const;
  const args: LessonCreateArgs = {
    ...{ title: lessonTitle, ...empty, ...given(v.parse(LessonFields, fields)) },
    ...{
      courseId: command.args.courseId,
      lessonId: uuid(),
      moduleId: place.moduleId,
      position: place.position,
    },
  };
  // The edits are in the new lesson already, and a user who recreates it does not want it deleted.
  const rest = [command, ...waiting.map((row) => row.command)].filter(
    (other) => !isEdit(other) && other.kind !== 'lesson.delete',
  );
  const ids = { lessonId: args.lessonId, moduleId: place.moduleId };
  const create: Command = { ...command, kind: 'lesson.create', args };
  const moved = withNewResources(rest).map((other) => withIds(other, ids));
  return withPlace(place, { remove: waiting, append: [create, ...moved] });
}

/**
 * A new lesson gets resources with new ids: if these edits were exported to another device of the user, that
 * one may recreate the lesson too, with everything that waits for it.
 */
function withNewResources(commands: readonly Command[]): Command[] {
  const newIds = new Map(
    commands.flatMap(({ kind, args }) => (kind === 'resource.create' ? [[args.resourceId, uuid()]] : [])),
  );
  return commands.map((command) => {
    const resourceId = 'resourceId' in command.args ? newIds.get(command.args.resourceId) : undefined;
    return resourceId === undefined ? command : withIds(command, { resourceId });
  });
}

/** The lesson was never created, only its module is deleted: it keeps its id. */
function moveLesson(command: Kind<'lesson.create'>, known: KnownRows): Replacement {
  const waiting = listWaiting(known, 'lessonId', command.args.lessonId);
  const place = requirePlace(command, known);
  const { moduleId, position } = place;
  const create: Command = { ...command, args: { ...command.args, moduleId, position } };
  const moved = waiting.map((row) => withIds(row.command, { moduleId }));
  return withPlace(place, { remove: waiting, append: [create, ...moved] });
}

interface Place {
  readonly moduleId: string;
  readonly position: string;
  /** The create of the module, if it has to be recreated. */
  readonly moduleCreation: Replacement;
}

/** The end of the module that a command names; the module is recreated if it is deleted. */
function requirePlace(
  command: Kind<'lesson.update' | 'lesson.setVideo' | 'resource.create' | 'lesson.create'>,
  known: KnownRows,
): Place {
  const { courseId, moduleId, lessonId } = command.args;
  if (hasModule(known, moduleId)) {
    const position = keyAfter(placesInModule(known, moduleId));
    return { moduleId, position, moduleCreation: { remove: [], append: [] } };
  }
  const ofLesson = listWaiting(known, 'lessonId', lessonId);
  const others = { ...known, unsent: known.unsent.filter((row) => !ofLesson.includes(row)) };
  const moduleCreation = newModule({ command, courseId, moduleId }, lastKnownModule(known, moduleId), others);
  const [create] = moduleCreation.append;
  const created = create?.kind === 'module.create' ? create.args.moduleId : moduleId;
  return { moduleId: created, position: generateKeyBetween(null, null), moduleCreation };
}

function withPlace({ moduleCreation }: Place, { remove, append }: Replacement): Replacement {
  return { remove: [...moduleCreation.remove, ...remove], append: [...moduleCreation.append, ...append] };
}

/** All commands on a row or inside it, except those under way. */
function listWaiting({ unsent }: KnownRows, idName: 'moduleId' | 'lessonId', id: string): OutboxRow[] {
  return unsent.filter(
    ({ state, command: { args } }) =>
      state !== 'sending' && Object.entries(args).some(([name, value]) => name === idName && value === id),
  );
}

type RowId = 'moduleId' | 'lessonId' | 'resourceId';

/** The same command for another row. */
function withIds(command: Command, ids: Partial<Record<RowId, string>>): Command {
  return v.parse(Command, { ...command, args: { ...command.args, ...ids } });
}

function keyAfter(places: readonly string[]): string {
  const last = places.reduce<string | null>((max, key) => (max === null || key > max ? key : max), null);
  return generateKeyBetween(last, null);
}
