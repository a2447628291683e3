import {
  listUnpulled,
  listUnsentOfLesson,
  type OutboxRow,
  type OutboxState,
} from '#pwa/store/account/outbox.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import type { Reader } from '#pwa/store/database/private-store.ts';
import { type Attempt, type GivenAnswer, uniteAttempts } from '#schema/quizzes/attempt.ts';

/**
 * An attempt of the user, with all answers of this device. Its grade is the server's, by the versions that were answered;
 * null while answers of this device may change it.
 */
export interface OwnAttempt extends Readonly<Omit<Attempt, 'answers'>> {
  readonly answers: readonly GivenAnswer[];
  /** The state of its last command that has no ack; null if the server has everything. */
  readonly unsent: OutboxState | null;
}

/** Returns the user's attempts of a lesson's quizzes, the oldest first: those that were pulled, and what was not yet. */
export function readOwnAttempts(store: Reader, lessonId: string): Promise<OwnAttempt[]> {
  return readAtOnce(store, [store.quizzes, store.attempts, store.outbox, store.state], async (tx) => {
    const quizIds = await tx.quizzes.where({ lessonId }).primaryKeys();
    // Side by side: a live query observes no read after an awaited function.
    const [pulled, unpulled, unsent] = await Promise.all([
      tx.attempts.where('quizId').anyOf(quizIds).toArray(),
      listUnpulled(tx, 'attempt.save'),
      listUnsentOfLesson(tx, lessonId),
    ]);
    const isHere = ({ command: { args } }: OutboxRow) => 'lessonId' in args && args.lessonId === lessonId;
    return overlayAttempts(pulled, [...unpulled.filter(isHere), ...unsent]);
  });
}

const ungraded = { score: null, maxScore: null, isPassed: null };
const unregraded = { handedInAt: null, isOverLimit: false, earlierScore: null, regradedAt: null };

/** An attempt without answers, as a device begins it. */
export function emptyAttempt({
  id,
  quizId,
  startedAt,
}: Pick<Attempt, 'id' | 'quizId' | 'startedAt'>): OwnAttempt {
  const own = { id, quizId, startedAt, submittedAt: null, answers: [] };
  return { ...own, ...ungraded, ...unregraded, unsent: null };
}

/**
 * Lays commands over pulled attempts.
 *
 * @param rows the commands that the pulled attempts may lack, in the order of entry
 */
export function overlayAttempts(
  pulled: readonly Attempt[],
  rows: readonly Pick<OutboxRow, 'command' | 'state'>[],
): OwnAttempt[] {
  const attempts = new Map<string, OwnAttempt>(
    pulled.map((attempt) => [attempt.id, { ...attempt, unsent: null }]),
  );
  for (const { command, state } of rows) {
    if (command.kind !== 'attempt.save') continue;
    const { submittedAt = null, ...added } = command.args;
    const known = attempts.get(added.id) ?? emptyAttempt(added);
    // What is handed in is graded: later answers count for nothing.
    const grade = known.submittedAt === null ? ungraded : {};
    const united = uniteAttempts(known, { ...added, submittedAt });
    const unsent = state === 'acknowledged' ? known.unsent : state;
    attempts.set(added.id, { ...known, ...grade, ...united, unsent });
  }
  // Their ids are in the order in which they were begun.
  return [...attempts.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}
