import type { Command } from '#schema/commands/all-commands.ts';
import { read, write } from '../database/access.ts';
import type { PrivateStore, Tx } from '../database/private-store.ts';

/*
 * The texts of an imported course are stored apart from its command, because lists of the outbox are read often. They stay
 * as long as the command: until it can no longer be sent again.
 */

/** Removes the texts of an import; for use inside a transaction over them. */
export async function removeImportTexts(tx: Tx, { kind, args }: Command): Promise<void> {
  if (kind === 'course.import') await tx.importTexts.where({ courseId: args.courseId }).delete();
}

/** Removes texts whose import has left the outbox. Only at the start, because discarding an import can be undone. */
export async function removeSpentImportTexts(store: PrivateStore): Promise<void> {
  if ((await read(store, () => store.importTexts.count())) === 0) return;
  await write(store, [store.outbox, store.importTexts], async (tx) => {
    const kept: string[] = [];
    await tx.outbox.each(({ command: { kind, args } }) => {
      if (kind === 'course.import') kept.push(args.courseId);
    });
    await tx.importTexts.where('courseId').noneOf(kept).delete();
  });
}
