import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { editorRow } from '#pwa/testing/editor-rows.ts';
import type { CommandBody } from '#schema/commands/all-commands.ts';
import { lessonEntity } from '#schema/entities/lesson-entity.ts';
import type { World } from '../testing/world.ts';

/** Three batches. */
export const QUEUED = 210;
const place = { courseId: 'tides', moduleId: 'tides-module-1' };

const newLesson = (at: number): CommandBody => ({
  kind: 'lesson.create',
  args: {
    ...{ ...lessonEntity.defaults, ...place, lessonId: `new-${at}`, title: `New ${at}` },
    ...{ type: 'text', position: 'a9' },
  },
});

export const renaming = (at: number): CommandBody => ({
  kind: 'lesson.update',
  args: {
    ...{ ...place, lessonId: `new-${at}`, lessonTitle: `New ${at}`, version: 1 },
    ...{ base: { title: `New ${at}` }, changes: { title: 'Renamed' } },
  },
});

/** Queues new lessons in sequence, with other commands at the given positions. */
export async function queueLessons(
  store: PrivateStore,
  others: Readonly<Record<number, CommandBody>> = {},
): Promise<void> {
  const rows = Array.from({ length: QUEUED }, (_, at) => {
    const row = editorRow(at + 1, others[at + 1] ?? newLesson(at + 1));
    return { ...row, command: { ...row.command, userId: store.userId } };
  });
  await store.database.outbox.bulkAdd(rows);
}

export async function titlesOnServer({ server }: World): Promise<string[]> {
  const { db } = server.deps;
  const rows = await db.selectFrom('lessons').select('title').where('id', 'like', 'new-%').execute();
  return rows.map(({ title }) => title);
}
