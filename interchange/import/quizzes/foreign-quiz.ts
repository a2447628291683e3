import type { QuizUse } from '#schema/quizzes/question-kind.ts';

/**
 * A quiz as the file of another program has it. Texts are HTML as it is written there, not sanitised; what becomes of
 * them is the same for every format (`finish/finish-quizzes.ts`).
 */
export interface ForeignQuiz {
  readonly title: string;
  /** What was graded there is a test. */
  readonly use: QuizUse;
  readonly questions: readonly ForeignQuestion[];
  /** Relative addresses in its texts begin there; those of its lesson if it has none. */
  readonly path?: string;
  /** Null for any number. */
  readonly attemptsMax?: number | null;
  readonly scoreRule?: 'best' | 'last';
  readonly isShuffled?: boolean;
  readonly passPercent?: number;
  readonly release?: 'score' | 'answers';
  readonly isRequired?: boolean;
  /** It was read from a cartridge that Carrel wrote: it belongs to the lesson before it, and needs no line in the report. */
  readonly isOwn?: boolean;
}

export interface ForeignQuestion {
  /** As the report names it; may be empty. */
  readonly name: string;
  readonly prompt: string;
  readonly points: number;
  /** Each becomes a paragraph of the explanation. */
  readonly explanations: readonly string[];
  readonly answer: ForeignAnswer;
}

/** A choice with what the other program says to learners who take it. */
export interface ForeignChoice {
  readonly text: string;
  readonly isRight: boolean;
  readonly feedback?: string;
}

/** How a question is answered. Accepted answers and numbers are plain text, all other texts are HTML. */
export type ForeignAnswer =
  | { readonly kind: 'one' | 'several'; readonly choices: readonly ForeignChoice[] }
  | { readonly kind: 'text'; readonly accepted: readonly string[] }
  | { readonly kind: 'number'; readonly value: string; readonly tolerance: string }
  /** `others`: right sides that belong to no left one. */
  | {
      readonly kind: 'match';
      readonly pairs: readonly (readonly [string, string])[];
      readonly others?: readonly string[];
    }
  | { readonly kind: 'order'; readonly lines: readonly string[] }
  | { readonly kind: 'open'; readonly model: string };

/** Choices of which one is right, or several. */
export const choiceAnswer = (choices: readonly ForeignChoice[], isSeveral: boolean): ForeignAnswer => ({
  kind: isSeveral ? 'several' : 'one',
  choices,
});

/** Points of a file: a number that is not negative, else the fallback. */
export function pointsOf(text: string, fallback = 1): number {
  const points = Number.parseFloat(text);
  return Number.isFinite(points) && points >= 0 ? points : fallback;
}

/** The middle of a range and its half, as texts without the noise of fractions; null where one end is no number. */
export function rangeOf(from: string, to: string): { value: string; tolerance: string } | null {
  const [low, high] = [Number(from.trim() || Number.NaN), Number(to.trim() || Number.NaN)];
  if (!Number.isFinite(low) || !Number.isFinite(high)) return null;
  return { value: withoutNoise((low + high) / 2), tolerance: withoutNoise(Math.abs(high - low) / 2) };
}

export const withoutNoise = (number: number): string => String(Number(number.toPrecision(12)));
