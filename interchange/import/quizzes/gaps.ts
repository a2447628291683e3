import type { ForeignAnswer, ForeignQuestion } from './foreign-quiz.ts';

/** A text with gaps: what is before, between and behind them, and how each is filled. */
export interface GapText {
  /** HTML; one more than the answers. */
  readonly pieces: readonly string[];
  readonly answers: readonly ForeignAnswer[];
}

const GAP = '_____';

/**
 * Returns one question for each gap of a text, which together have the points of the whole. In several, the gaps are
 * numbered and each question says which one it asks for.
 */
export function gapQuestions(
  question: Omit<ForeignQuestion, 'prompt' | 'answer'>,
  { pieces, answers }: GapText,
): ForeignQuestion[] {
  const [only, ...others] = answers;
  if (only === undefined) return [];
  const [before = '', after = ''] = pieces;
  // A gap behind the text is where the answer is typed.
  const prompt = after.trim() === '' ? before : `${before} ${GAP} ${after}`;
  if (others.length === 0) return [{ ...question, prompt, answer: only }];
  const text = numberGaps(pieces);
  const points = Math.round((question.points / answers.length) * 100) / 100;
  return answers.map((answer, at) => ({
    ...question,
    ...{ points, answer },
    name: question.name === '' ? '' : `${question.name} (${at + 1})`,
    prompt: `${text}<p>What belongs into gap ${at + 1}?</p>`,
  }));
}

/** A text with its gaps numbered from 1. */
export const numberGaps = (pieces: readonly string[]): string =>
  pieces.map((piece, at) => (at === 0 ? piece : ` (${at}) ${GAP} ${piece}`)).join('');
