import { listLastUnsent } from '#pwa/store/account/outbox.ts';
import { write } from '#pwa/store/database/access.ts';
import {
  applyProgress,
  emptyProgress,
  type LessonProgress,
  type ProgressEntry,
} from '#schema/learning/progress.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { nextTimestamp } from '../commands/progress-merge.ts';
import { appendCommand, changeOutbox } from '../outbox/outbox.ts';
import { requestReplay } from '../outbox/signal.ts';
import { findOpenProgress } from './coalesce.ts';

export interface ProgressChange {
  readonly isCompleted?: boolean | undefined;
  readonly positionSeconds?: number | undefined;
}

/**
 * Records a learner's progress in one lesson: the row that screens read and its command, together. Nothing is
 * written if nothing changed.
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
  await changeOutbox(
    authorId,
    (store) =>
      write(store, [store.progress, store.outbox], async (tx) => {
        const stored = (await tx.progress.get(lessonId)) ?? emptyProgress(lessonId);
        const entry = entryOf(stored, change);
        if (entry === null) return null;
        await tx.progress.put({ ...applyProgress(stored, entry), v: FORMAT_VERSION });
        const open = findOpenProgress(await listLastUnsent(tx, 'progress.save'), entry);
        if (open !== null) {
          await tx.outbox.put(open);
          return 0;
        }
        const args = { entries: [entry] };
        await appendCommand(tx, (envelope) => ({ ...envelope, kind: 'progress.save', args }));
        return 1;
      }),
    {
      countAdded: (added) => added ?? 0,
      onStored: (added) => {
        if (added !== null) requestReplay();
      },
    },
  );
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
