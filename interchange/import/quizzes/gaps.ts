import type { ForeignAnswer, ForeignQuestion } from './foreign-quiz.ts';
import { quizReasons } from './quiz-reasons.ts';

/** A text with gaps: what is before, between and behind them, and how each is filled. */
export interface GapText {
  /** HTML; one more than the answers. */
  readonly pieces: readonly string[];
  readonly answers: readonly ForeignAnswer[];
}

const GAP = '_____';

/** More than authors write: each gap is a question with the whole text. */
export const GAPS_MAX = 100;
const TEXTS_MAX_CHARACTERS = 16 * 1024 * 1024;

/** The questions of a text with gaps. `reasons`: why there are none, or what was lost. */
interface GapQuestions {
  readonly questions: readonly ForeignQuestion[];
  readonly reasons: readonly string[];
}

/**
 * Returns one question for each gap of a text, which together have the points of the whole. In several, the gaps are
 * numbered and each question says which one it asks for. A text with very many is left out.
 */
export function gapQuestions(question: GapShared, text: GapText): GapQuestions {
  const count = text.answers.length;
  const characters = text.pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (count > GAPS_MAX || characters * count > TEXTS_MAX_CHARACTERS)
    return { questions: [], reasons: [quizReasons.tooLong] };
  return { questions: questionsOf(question, text), reasons: count > 1 ? [quizReasons.gaps] : [] };
}

type GapShared = Omit<ForeignQuestion, 'prompt' | 'answer'>;

function questionsOf(question: GapShared, { pieces, answers }: GapText): ForeignQuestion[] {
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
