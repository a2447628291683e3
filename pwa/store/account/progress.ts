import { applyProgress, emptyProgress, type LessonProgress } from '#schema/learning/progress.ts';
import { readAtOnce } from '../database/access.ts';
import type { Reader, ReadTx } from '../database/private-store.ts';
import { listEffective, type OutboxRow } from './outbox.ts';

/*
 * The learner's progress: the server's rows, which only the pull writes, with the entries applied that are unsent or whose
 * effect was not pulled yet.
 */

export function listProgress(store: Reader): Promise<LessonProgress[]> {
  return readAtOnce(store, tablesOf(store), async (tx) => {
    const [stored, effective] = await Promise.all([tx.progress.toArray(), listEffectiveProgress(tx)]);
    const rows = new Map<string, LessonProgress>(stored.map((row) => [row.lessonId, row]));
    for (const entry of effective.flatMap(entriesOf)) {
      const row = rows.get(entry.lessonId) ?? emptyProgress(entry.lessonId);
      rows.set(entry.lessonId, applyProgress(row, entry));
    }
    return [...rows.values()];
  });
}

/** The progress in one lesson; empty if there is none. */
export function findProgress(store: Reader, lessonId: string): Promise<LessonProgress> {
  return readAtOnce(store, tablesOf(store), async (tx) =>
    readProgress(tx, lessonId, await listEffectiveProgress(tx)),
  );
}

/**
 * As {@link findProgress}, for use inside a transaction over the progress.
 *
 * @param effective from {@link listEffectiveProgress}
 */
export async function readProgress(
  tx: ReadTx,
  lessonId: string,
  effective: readonly OutboxRow[],
): Promise<LessonProgress> {
  const entries = effective.flatMap(entriesOf).filter((entry) => entry.lessonId === lessonId);
  return entries.reduce(applyProgress, (await tx.progress.get(lessonId)) ?? emptyProgress(lessonId));
}

/** The commands with progress that are laid over the rows, in the order of entry. */
export const listEffectiveProgress = (store: Reader): Promise<OutboxRow[]> =>
  listEffective(store, 'progress.save');

const entriesOf = ({ command }: OutboxRow) => (command.kind === 'progress.save' ? command.args.entries : []);

const tablesOf = ({ progress, outbox, state }: Reader) => [progress, outbox, state];
