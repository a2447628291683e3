import { generateKeyBetween } from 'fractional-indexing';
import { v7 as uuid } from 'uuid';
import * as v from 'valibot';
import { Command } from '#schema/commands.ts';
import { ModuleFields } from '#schema/editor-commands.ts';
import type { FieldValues } from '#schema/merge.ts';
import { type OutboxRow, readUnsent } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { type EditCommand, isEdit } from './edited-row.ts';
import { appendCommand } from './outbox.ts';

/*
 * What putting back needs to know and to move. For use inside a transaction over the outbox, adminCourses,
 * adminContents and adminStrays.
 */

interface ModuleRef {
  readonly courseId: string;
  readonly moduleId: string;
}

/** Queues a command behind all others, under a new id. */
export async function append(store: PrivateStore, command: Command): Promise<void> {
  await appendCommand(store, (envelope) => ({ ...command, ...envelope }));
}

/** What the device last heard of a lesson: as it still lies here, or as it was when the pull removed it. */
export async function lastWordsOfLesson(
  store: PrivateStore,
  { courseId, lessonId }: { courseId: string; lessonId: string },
): Promise<FieldValues> {
  const course = await store.adminCourses.get(courseId);
  const lesson = course?.modules.flatMap(({ lessons }) => lessons).find(({ id }) => id === lessonId);
  if (lesson === undefined) return takeGone(store, lessonId);
  const { resources: _, ...fields } = lesson;
  return { ...fields, content: (await store.adminContents.get(lessonId))?.content };
}

/** What a deleted row last said; it is asked for once. */
export async function takeGone(store: PrivateStore, id: string): Promise<FieldValues> {
  const stray = await store.adminStrays.get(id);
  if (stray?.kind !== 'gone') return {};
  await store.adminStrays.delete(id);
  return stray.data;
}

/** Takes the other unsent edits of a lesson out of the outbox: they go into what is made anew. Deletions go with them. */
export async function takeEdits(store: PrivateStore, lessonId: string): Promise<EditCommand[]> {
  const rows = (await listMovable(store)).filter(({ command }) => {
    const isAbout = isEdit(command) || command.kind === 'lesson.delete';
    return isAbout && 'lessonId' in command.args && command.args.lessonId === lessonId;
  });
  await store.outbox.bulkDelete(rows.map(({ order }) => order));
  return rows.map(({ command }) => command).filter(isEdit);
}

/** The module for a lesson that is put back, made anew where it is gone, and the place at its end. */
export async function requireModule(
  store: PrivateStore,
  { courseId, moduleId }: ModuleRef,
): Promise<{ readonly moduleId: string; readonly position: string }> {
  const unsent = await readUnsent(store);
  const course = await store.adminCourses.get(courseId);
  const module = course?.modules.find(({ id }) => id === moduleId);
  const isUnsent = unsent.some(
    ({ command }) => command.kind === 'module.create' && command.args.moduleId === moduleId,
  );
  if (module === undefined && !isUnsent) {
    const gone = v.parse(ModuleFields, await takeGone(store, moduleId));
    const created = await appendModule(store, { courseId, moduleId }, gone);
    return { moduleId: created, position: generateKeyBetween(null, null) };
  }
  const created = unsent.flatMap(({ command }) =>
    command.kind === 'lesson.create' && command.args.moduleId === moduleId ? [command.args.position] : [],
  );
  const positions = [...(module?.lessons ?? []).map(({ position }) => position), ...created];
  return { moduleId, position: keyBehind(positions) };
}

/** Queues a new module at the end of its course and moves to it what waits for the old one; answers its id. */
export async function appendModule(
  store: PrivateStore,
  { courseId, moduleId: oldId }: ModuleRef,
  { title = 'New Module', description = '' }: ModuleFields,
): Promise<string> {
  const course = await store.adminCourses.get(courseId);
  const unsent = await readUnsent(store);
  const created = unsent.flatMap(({ command }) =>
    command.kind === 'module.create' && command.args.courseId === courseId ? [command.args.position] : [],
  );
  const position = keyBehind([...(course?.modules ?? []).map((module) => module.position), ...created]);
  const moduleId = uuid();
  const args = { courseId, moduleId, title, description, position };
  await appendCommand(store, (envelope) => ({ ...envelope, kind: 'module.create', args }));
  await retarget(store, { moduleId: oldId }, { moduleId });
  return moduleId;
}

type Ids = Partial<Record<'moduleId' | 'lessonId', string>>;

/** Moves what waits for one row to another, behind the command that makes it. */
export async function retarget(store: PrivateStore, from: Ids, to: Ids): Promise<void> {
  const rows = (await listMovable(store)).filter(({ command }) =>
    Object.entries(from).every(([name, id]) =>
      Object.entries(command.args).some(([key, value]) => key === name && value === id),
    ),
  );
  await store.outbox.bulkDelete(rows.map(({ order }) => order));
  for (const { command } of rows) await append(store, withIds(command, to));
}

/** The same command for another row. */
export function withIds(command: Command, ids: Ids): Command {
  return v.parse(Command, { ...command, args: { ...command.args, ...ids } });
}

/** What is under way stays as it is. */
async function listMovable(store: PrivateStore): Promise<OutboxRow[]> {
  return (await readUnsent(store)).filter(({ state }) => state !== 'sending');
}

function keyBehind(positions: readonly string[]): string {
  const last = positions.reduce<string | null>((max, key) => (max === null || key > max ? key : max), null);
  return generateKeyBetween(last, null);
}
