import { generateKeyBetween } from 'fractional-indexing';
import { v7 as uuid } from 'uuid';
import * as v from 'valibot';
import type { QuizEdit } from '#pwa/sync/quizzes/quiz-kind.ts';
import { baseOf, type Command, type CommandOf, changesOf } from '#schema/commands/all-commands.ts';
import type { LessonCreateArgs } from '#schema/commands/lesson-commands.ts';
import { given } from '#schema/editor/given.ts';
import type { FieldValues } from '#schema/editor/merge.ts';
import { LessonFields, lessonEntity } from '#schema/entities/lesson-entity.ts';
import { isEdit, ownRow } from '../command-target.ts';
import { isUploadedVideo } from '../restorable-fields.ts';
import { hasModule, type KnownRows, lastKnownLesson, lastKnownModule, placesInModule } from './known-rows.ts';
import { newModule } from './recreate-module.ts';
import { keyAfter, listWaiting, type Replacement, withIds } from './replacement.ts';

type InLesson = CommandOf<'lesson.update' | 'lesson.setVideo' | 'resource.create'> | QuizEdit;

/** Recreates the lesson of an edit with all unsent edits of it, and its module if that is deleted too. */
export function recreateLesson(command: InLesson, known: KnownRows): Replacement {
  const { lessonId, lessonTitle } = command.args;
  const waiting = listWaiting(known, 'lessonId', lessonId);
  const isOwnEdit = (one: Command) => isEdit(one) && ownRow(one) === `lesson/${lessonId}`;
  const edits = [command, ...waiting.map((row) => row.command)].filter(isOwnEdit);
  const seen = edits.map((edit) => baseOf(edit));
  const last: FieldValues = Object.assign(
    { ...lastKnownLesson(known, lessonId) },
    ...seen,
    ...edits.map((edit) => changesOf(edit)),
  );
  const isVideoWaiting = waiting.some((row) => row.command.kind === 'lesson.attachVideo');
  // The server refuses a lesson whose video it has deleted; the one that waits replaces it anyway.
  const fields = isVideoWaiting && isUploadedVideo(last.videoUrl) ? { ...last, videoUrl: null } : last;
  const place = requirePlace(command, known, moduleAfter(command, last));
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
    (other) => !isOwnEdit(other) && other.kind !== 'lesson.delete',
  );
  const ids = { lessonId: args.lessonId, moduleId: place.moduleId };
  const create: Command = { ...command, kind: 'lesson.create', args };
  const moved = withNewResources(rest).map((other) => withIds(other, ids));
  return withPlace(place, { remove: waiting, append: [create, ...moved] });
}

/** The module in which the user saw the lesson last. */
function moduleAfter({ args }: InLesson, last: FieldValues) {
  return typeof last.moduleId === 'string' ? last.moduleId : args.moduleId;
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
export function recreateModuleOf(command: CommandOf<'lesson.create'>, known: KnownRows): Replacement {
  const waiting = listWaiting(known, 'lessonId', command.args.lessonId);
  const place = requirePlace(command, known, command.args.moduleId);
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

/** The end of a module; the module is recreated if it is deleted. */
function requirePlace(
  command: InLesson | CommandOf<'lesson.create'>,
  known: KnownRows,
  moduleId: string,
): Place {
  const { courseId, lessonId } = command.args;
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
