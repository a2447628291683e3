import { v7 as uuid } from 'uuid';
import * as v from 'valibot';
import type { Command } from '#schema/commands.ts';
import { CourseFields, type LessonCreateArgs, LessonFields, ModuleFields } from '#schema/editor-commands.ts';
import type { FieldValues } from '#schema/merge.ts';
import type { OutboxRow } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import {
  append,
  appendModule,
  lastWordsOfLesson,
  requireModule,
  retarget,
  takeEdits,
  takeGone,
  withIds,
} from './put-back-rows.ts';
import { changesOf } from './rebase.ts';

type Kind<K extends Command['kind']> = Extract<Command, { kind: K }>;

/**
 * Makes the row of a refused edit anew, because somebody deleted it. Ids are given once, so it becomes a
 * new row: of what the device last heard of the old one with the unsent edits on top, at the end of its
 * module, and the module is made anew too where that is gone. Whatever else waits for the old row goes to
 * the new one.
 *
 * For use inside a transaction over the outbox, adminCourses, adminContents and adminStrays.
 */
export async function putBack(store: PrivateStore, { order, command }: OutboxRow): Promise<void> {
  await store.outbox.delete(order);
  switch (command.kind) {
    case 'course.update':
      return putBackCourse(store, command);
    case 'module.update':
      return putBackModule(store, command);
    case 'lesson.update':
    case 'lesson.setVideo':
    case 'resource.create':
      return putBackLesson(store, command);
    case 'lesson.create':
      return moveLesson(store, command);
    default:
      throw new Error(`${command.kind} made nothing that could be put back`);
  }
}

/** Its own words only: what was in it is in the history. */
async function putBackCourse(store: PrivateStore, command: Kind<'course.update'>): Promise<void> {
  const { courseId, courseTitle, base, changes } = command.args;
  const known = (await store.adminCourses.get(courseId)) ?? (await takeGone(store, courseId));
  const { status: _, ...words } = { ...v.parse(CourseFields, known), ...base, ...changes };
  const empty = { description: '', instructor: '', thumbnail: null, previewContent: '' };
  const args = { title: courseTitle, ...empty, ...withoutUndefined(words), courseId: uuid() };
  await append(store, { ...command, kind: 'course.create', args });
}

async function putBackModule(store: PrivateStore, command: Kind<'module.update'>): Promise<void> {
  const { courseId, moduleId, moduleTitle, base, changes } = command.args;
  const course = await store.adminCourses.get(courseId);
  const known = course?.modules.find(({ id }) => id === moduleId) ?? (await takeGone(store, moduleId));
  const words = { ...v.parse(ModuleFields, known), ...base, ...changes };
  await appendModule(store, { courseId, moduleId }, { title: moduleTitle, ...withoutUndefined(words) });
}

async function putBackLesson(
  store: PrivateStore,
  command: Kind<'lesson.update' | 'lesson.setVideo' | 'resource.create'>,
): Promise<void> {
  const { courseId, moduleId, lessonId, lessonTitle } = command.args;
  const seen = await lastWordsOfLesson(store, { courseId, lessonId });
  const edits = await takeEdits(store, lessonId);
  if (command.kind !== 'resource.create') edits.unshift(command);
  const words: FieldValues = Object.assign(
    { ...seen },
    ...edits.map(({ args }) => args.base),
    ...edits.map(changesOf),
  );
  const place = await requireModule(store, { courseId, moduleId });
  const empty = { description: '', content: '', duration: 0, type: 'text', videoUrl: null } as const;
  const args: LessonCreateArgs = {
    ...{ title: lessonTitle, ...empty, ...withoutUndefined(v.parse(LessonFields, words)) },
    ...{ courseId, lessonId: uuid(), ...place },
  };
  await append(store, { ...command, kind: 'lesson.create', args });
  const created = { lessonId: args.lessonId, moduleId: args.moduleId };
  if (command.kind === 'resource.create') await append(store, withIds(command, created));
  await retarget(store, { lessonId }, created);
}

/** The lesson was never there, only its module is gone: it keeps its id. */
async function moveLesson(store: PrivateStore, command: Kind<'lesson.create'>): Promise<void> {
  const place = await requireModule(store, command.args);
  const { lessonId } = command.args;
  await append(store, { ...command, args: { ...command.args, ...place } });
  await retarget(store, { lessonId }, { lessonId, moduleId: place.moduleId });
}

type Known<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

function withoutUndefined<Fields extends object>(fields: Fields): Known<Fields>;
function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
