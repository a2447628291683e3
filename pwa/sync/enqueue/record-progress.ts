import { listEffectiveProgress, readProgress } from '#pwa/store/account/progress.ts';
import { write } from '#pwa/store/database/access.ts';
import type { Tx } from '#pwa/store/database/private-store.ts';
import type { LessonProgress, ProgressEntry } from '#schema/learning/progress.ts';
import { POSITION_MAX_SECONDS } from '#schema/limits.ts';
import { appendCommand, changeOutbox } from '../outbox/outbox.ts';
import { requestReplay } from '../outbox/signal.ts';
import { findOpenProgress, nextTimestamp } from './coalesce.ts';

/** By how much the position of a lesson without a video increases with each visit: it orders visits and is no position. */
const VISIT_SECONDS = 2;

export interface ProgressChange {
  readonly isCompleted?: boolean | undefined;
  /** From the start of the lesson's video. */
  readonly positionSeconds?: number | undefined;
  /** A video that was begun is left alone: its position has precedence, and may be newer on another device. */
  readonly visit?: { readonly hasVideo: boolean } | undefined;
}

/**
 * Records a learner's progress in one lesson as a command, which screens read with the rows. Nothing is written if nothing
 * changed.
 *
 * @param change a completion or its undoing; a position; a visit
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
  const { isCompleted = stored.completedAt !== null, positionSeconds = positionAfter(stored, change) } =
    change;
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

/** Read here and not on the screen, which may show an earlier state: the same position again would be no visit. */
function positionAfter(stored: LessonProgress, { visit }: ProgressChange): number {
  const { positionSeconds, positionUpdatedAt, completedUpdatedAt } = stored;
  const isBegun = positionUpdatedAt !== null || completedUpdatedAt !== null;
  if (visit === undefined || (visit.hasVideo && isBegun)) return positionSeconds;
  return Math.min(POSITION_MAX_SECONDS, positionSeconds + VISIT_SECONDS);
}
