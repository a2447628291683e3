import { listUnpulled, listUnsentOfLesson, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import type { Reader } from '#pwa/store/database/private-store.ts';
import { type AttemptRecord, uniteAttempts } from '#schema/quizzes/attempt.ts';

/** An attempt of the user, with all answers of this device. */
export interface OwnAttempt extends AttemptRecord {
  readonly id: string;
  readonly quizId: string;
  /** The server's, by the versions that were answered; missing while answers of this device wait. */
  readonly score?: number | null;
  readonly maxScore?: number | null;
}

/** Returns the user's attempts of a lesson's quizzes, the oldest first: those that were pulled, and what was not yet. */
export function readOwnAttempts(
  store: Reader,
  lessonId: string,
  quizIds: readonly string[],
): Promise<OwnAttempt[]> {
  return readAtOnce(store, [store.attempts, store.outbox, store.state], async (tx) => {
    const pulled = await tx.attempts.where('quizId').anyOf(quizIds).toArray();
    const rows = [...(await listUnpulled(tx)), ...(await listUnsentOfLesson(tx, lessonId))];
    return overlayAttempts(pulled, rows).filter(({ quizId }) => quizIds.includes(quizId));
  });
}

function overlayAttempts(
  pulled: readonly OwnAttempt[],
  rows: readonly Pick<OutboxRow, 'command'>[],
): OwnAttempt[] {
  const attempts = new Map(pulled.map((attempt) => [attempt.id, attempt]));
  for (const { command } of rows) {
    if (command.kind !== 'attempt.save') continue;
    const { id, quizId, startedAt, submittedAt = null, answers } = command.args;
    const added = { startedAt, submittedAt, answers };
    const known = attempts.get(id) ?? { ...added, answers: [] };
    attempts.set(id, { id, quizId, ...uniteAttempts(known, added) });
  }
  // Their ids are in the order in which they were begun.
  return [...attempts.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}
