import type { Attempt } from '#schema/quizzes/attempt.ts';
import { readAtOnce, write } from '../database/access.ts';
import type { PrivateStore } from '../database/private-store.ts';

/** A score that another grading has changed, until the user has dismissed the notice on this device. */
export interface ScoreChange {
  readonly attemptId: string;
  /** Null: the test is not on this device. */
  readonly title: string | null;
  readonly earlierScore: number;
  readonly score: number;
  readonly maxScore: number;
  readonly regradedAt: string;
}

const keyOf = (attemptId: string): string => `scoreChangeRead/${attemptId}`;

/** Returns the changed scores that the user has not read on this device. */
export function listScoreChanges(store: PrivateStore): Promise<ScoreChange[]> {
  return readAtOnce(store, [store.attempts, store.quizzes, store.state], async (tx) => {
    const changed = (await tx.attempts.toArray()).flatMap(changeOf);
    const ids = changed.map(({ attemptId }) => keyOf(attemptId));
    const read = await tx.state.bulkGet(ids);
    const unread = changed.filter(({ regradedAt }, at) => read[at]?.value !== regradedAt);
    const quizzes = await tx.quizzes.bulkGet(unread.map(({ quizId }) => quizId));
    return unread.map((one, at) => ({ ...one, title: quizzes[at]?.title ?? null }));
  });
}

function changeOf({ id, quizId, earlierScore, score, maxScore, regradedAt }: Attempt) {
  if (regradedAt === null || earlierScore === null || score === null || maxScore === null) return [];
  return [{ attemptId: id, quizId, earlierScore, score, maxScore, regradedAt }];
}

/** The user has read it. A later change is another one. */
export function dismissScoreChange(
  store: PrivateStore,
  change: Pick<ScoreChange, 'attemptId' | 'regradedAt'>,
) {
  return write(store, [store.state], async (tx) => {
    await tx.state.put({ key: keyOf(change.attemptId), value: change.regradedAt });
  });
}
