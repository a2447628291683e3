import type { FieldValue, FieldValues } from '#schema/merge.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import type { AdminCourseRow, AdminStrayRow } from './admin-rows.ts';
import { inside } from './inside.ts';
import { readUnsent } from './outbox.ts';
import type { PrivateStore } from './private-store.ts';

type Gone = Readonly<Record<'course' | 'module' | 'lesson', readonly string[]>>;

/**
 * Saves deleted snapshots of rows that unsent edits or drafts refer to, so their author may recreate them.
 * For use inside a transaction over the outbox, drafts, contents and orphans.
 */
export async function keepGoneWords(
  store: PrivateStore,
  courses: readonly AdminCourseRow[],
  gone: Gone,
): Promise<void> {
  const named = await inside(() => listNamed(store));
  const isWanted = (kind: keyof Gone) => (id: string) => gone[kind].includes(id) && named.has(id);
  const words: AdminStrayRow[] = [];
  for (const { modules, ...course } of courses) {
    const note = (id: string, data: FieldValues) =>
      words.push({ kind: 'gone', id, courseId: course.id, data, v: FORMAT_VERSION });
    if (isWanted('course')(course.id)) note(course.id, plainFields(course));
    for (const { lessons, ...module } of modules) {
      if (isWanted('module')(module.id)) note(module.id, plainFields(module));
      for (const lesson of lessons.filter(({ id }) => isWanted('lesson')(id))) {
        const content = (await store.adminContents.get(lesson.id))?.content;
        note(lesson.id, { ...plainFields(lesson), content });
      }
    }
  }
  await store.adminStrays.bulkPut(words);
}

/** Returns every id that an unsent command or a draft names. */
async function listNamed(store: PrivateStore): Promise<Set<string>> {
  const commands = (await inside(() => readUnsent(store))).flatMap(({ command }) =>
    Object.values<unknown>(command.args),
  );
  const drafts = (await store.drafts.toCollection().primaryKeys()).flatMap((key) => key.split('/'));
  return new Set([...commands.filter((value) => typeof value === 'string'), ...drafts]);
}

function plainFields(row: Readonly<Record<string, unknown>>): FieldValues {
  const fields: Record<string, FieldValue> = {};
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'string' || typeof value === 'number' || value === null) fields[name] = value;
  }
  return fields;
}
