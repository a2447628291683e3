import { listEffectiveProgress, readProgress } from '#pwa/store/account/progress.ts';
import { write } from '#pwa/store/database/access.ts';
import type { Tx } from '#pwa/store/database/private-store.ts';
import type { LessonProgress, ProgressEntry } from '#schema/learning/progress.ts';
import { appendCommand, changeOutbox } from '../outbox/outbox.ts';
import { requestReplay } from '../outbox/signal.ts';
import { findOpenProgress, nextTimestamp } from './coalesce.ts';

export interface ProgressChange {
  readonly isCompleted?: boolean | undefined;
  readonly positionSeconds?: number | undefined;
}

/**
 * Records a learner's progress in one lesson as a command, which screens read with the rows. Nothing is written if nothing
 * changed.
 *
 * @param change a completion or its undoing; a position in seconds from the lesson's start
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
export async function recordProgress(
  authorId: string,
  lessonId: string,
  change: ProgressChange,
): Promise<void> {
  const record = async (tx: Tx): Promise<Recorded> => {
    const effective = await listEffectiveProgress(tx);
    const entry = entryOf(await readProgress(tx, lessonId, effective), change);
    if (entry === null) return { isChanged: false, added: 0 };
    const open = findOpenProgress(effective, entry);
    if (open !== null) await tx.outbox.put(open);
    else {
      const args = { entries: [entry] };
      await appendCommand(tx, (envelope) => ({ ...envelope, kind: 'progress.save', args }));
    }
    return { isChanged: true, added: open === null ? 1 : 0 };
  };
  await changeOutbox(authorId, (store) => write(store, [store.progress, store.outbox, store.state], record), {
    countAdded: ({ added }) => added,
    onStored: ({ isChanged }) => isChanged && requestReplay(),
  });
}

interface Recorded {
  readonly isChanged: boolean;
  /** How many unsent commands it added. */
  readonly added: number;
}

function entryOf(stored: LessonProgress, change: ProgressChange): ProgressEntry | null {
  const { isCompleted = stored.completedAt !== null, positionSeconds = stored.positionSeconds } = change;
  const updatedAt = nextTimestamp(stored, Date.now());
  const isCompletionNew = isCompleted !== (stored.completedAt !== null);
  const isPositionNew = positionSeconds !== stored.positionSeconds;
  if (!isCompletionNew && !isPositionNew) return null;
  return {
    lessonId: stored.lessonId,
    ...(isCompletionNew ? { completedAt: isCompleted ? updatedAt : null } : {}),
    ...(isPositionNew ? { positionSeconds } : {}),
    updatedAt,
  };
}
