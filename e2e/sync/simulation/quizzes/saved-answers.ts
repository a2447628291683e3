import type { AttemptInput, GivenAnswer } from '#schema/quizzes/attempt.ts';

/** The answers of learners in a run. Each answer, and each time that an attempt was handed in, has a name. */
export interface SavedAnswers {
  /** Those that were given to a device, which may not have stored them. */
  readonly offered: Map<string, Offered>;
  /** Those of which a device said that they are saved: from then on they must not be lost. */
  readonly saved: Set<string>;
  /** Those that a user knowingly discarded, or a browser lost with its databases. */
  readonly dropped: Set<string>;
  /** Where an attempt began: device and user, by attempt. */
  readonly begunOn: Map<string, string>;
}

interface Offered {
  readonly userId: string;
  readonly quizId: string;
  readonly attemptId: string;
  /** Null: the attempt was handed in. */
  readonly answer: GivenAnswer | null;
}

export const noAnswers = (): SavedAnswers => ({
  ...{ offered: new Map(), saved: new Set(), dropped: new Set(), begunOn: new Map() },
});

export const nameAnswer = (attemptId: string, { questionId, answeredAt }: GivenAnswer): string =>
  `${attemptId} ${questionId} ${answeredAt}`;
/** An attempt that is handed in twice keeps one of the times. */
export const nameHandIn = (attemptId: string): string => `${attemptId} is handed in`;

/** Notes that a user answers. The returned function notes that the device has said it is saved. */
export function noteOffered(answers: SavedAnswers, userId: string, args: AttemptInput): () => void {
  const { id: attemptId, quizId } = args;
  const names = namesIn(args);
  const given = [...args.answers, null];
  for (const [at, name] of names.entries())
    answers.offered.set(name, { userId, quizId, attemptId, answer: given[at] ?? null });
  return () => {
    for (const name of names) answers.saved.add(name);
  };
}

function namesIn({
  id,
  answers,
  submittedAt,
}: Pick<AttemptInput, 'id' | 'answers' | 'submittedAt'>): string[] {
  const names = answers.map((answer) => nameAnswer(id, answer));
  return submittedAt === undefined ? names : [...names, nameHandIn(id)];
}

/** Notes every answer in rows or commands of an outbox. */
export function noteDroppedAnswers(saved: SavedAnswers, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (isAttempt(value)) for (const name of namesIn(value)) saved.dropped.add(name);
  else for (const inner of Object.values(value)) noteDroppedAnswers(saved, inner);
}

type Attempt = Pick<AttemptInput, 'id' | 'answers' | 'submittedAt'>;
const isAttempt = (value: object): value is Attempt =>
  'answers' in value && Array.isArray(value.answers) && 'id' in value && 'startedAt' in value;
