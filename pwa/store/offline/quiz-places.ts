import * as v from 'valibot';
import { read, write } from '../database/access.ts';
import type { PrivateStore, Reader } from '../database/private-store.ts';

/** Where the user is in a quiz: a reload, or the end of the app, returns to the same question. */
const QuizPlace = v.object({
  attemptId: v.string(),
  /** When the attempt was begun: before its first answer only this device knows it. */
  startedAt: v.optional(v.string()),
  /** Null: after the last question. */
  questionId: v.nullable(v.string()),
});
export type QuizPlace = v.InferOutput<typeof QuizPlace>;

const PLACE = 'quizPlace/';

/** Returns the places of the quizzes that were begun on this device. For use inside a transaction over the state. */
export async function readQuizPlaces(tx: Reader): Promise<ReadonlyMap<string, QuizPlace>> {
  const rows = await tx.state.where('key').startsWith(PLACE).toArray();
  return new Map(
    rows.flatMap(({ key, value }) => {
      const parsed = v.safeParse(QuizPlace, value);
      return parsed.success ? [[key.slice(PLACE.length), parsed.output] as const] : [];
    }),
  );
}

export function putQuizPlace(store: PrivateStore, quizId: string, place: QuizPlace): Promise<void> {
  return write(store, [store.state], async (tx) => {
    await tx.state.put({ key: `${PLACE}${quizId}`, value: place });
  });
}

/** Whether a lesson has quizzes: only then their code is loaded. */
export function hasQuizzes(store: Reader, lessonId: string): Promise<boolean> {
  return read(store, async () => (await store.quizzes.where({ lessonId }).count()) > 0);
}
