import type { Command } from '#schema/commands/all-commands.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { read, write } from '../database/access.ts';
import type { PrivateStore, Reader, Tx } from '../database/private-store.ts';
import type { LessonText } from './lesson-text.ts';

/*
 * The texts of an imported course are stored apart from its command, because lists of the outbox are read often. They stay
 * as long as the command: until it can no longer be sent again.
 */

/** Returns the texts of an imported course. */
export async function listImportTexts(store: Reader, courseId: string): Promise<LessonText[]> {
  const rows = await read(store, () => store.importTexts.where({ courseId }).toArray());
  return rows.map(({ courseId: _, v: __, ...text }) => text);
}

/** Stores texts; one by one, because the page handles keys, and the browser frees its copies, in between. */
export async function putImportTexts(tx: Tx, courseId: string, texts: readonly LessonText[]): Promise<void> {
  for (const text of texts) await tx.importTexts.put({ ...text, courseId, v: FORMAT_VERSION });
}

/** Removes the texts of an import; for use inside a transaction over them. */
export async function removeImportTexts(tx: Tx, { kind, args }: Command): Promise<void> {
  if (kind === 'course.import') await tx.importTexts.where({ courseId: args.courseId }).delete();
}

/** Removes texts whose import has left the outbox. Only at the start, because discarding an import can be undone. */
export async function removeSpentImportTexts(store: PrivateStore): Promise<void> {
  if ((await read(store, () => store.importTexts.count())) === 0) return;
  await write(store, [store.outbox, store.importTexts], async (tx) => {
    const spent = new Set(await tx.importTexts.orderBy('courseId').uniqueKeys());
    await tx.outbox.each(({ command: { kind, args } }) => {
      if (kind === 'course.import') spent.delete(args.courseId);
    });
    for (const courseId of spent) await tx.importTexts.where({ courseId }).delete();
  });
}
