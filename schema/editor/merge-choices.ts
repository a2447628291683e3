import { QUESTION_CHOICES_MAX } from '../limits.ts';
import { type Choice, parseChoices } from '../quizzes/question-content.ts';
import type { ThreeTexts } from './merge-blocks.ts';

type ById = ReadonlyMap<string, Choice>;

/**
 * Merges two edits of the choices of a question, which are JSON, choice by choice: those that one side added, rewrote or
 * deleted. They are in the order of theirs, with those that mine added at the end. Null where both changed one choice, where
 * there would be too many, or where a text is none.
 */
export function mergeChoices({ base, mine, theirs }: ThreeTexts): string | null {
  const [before, own, others] = [base, mine, theirs].map((text) => parseChoices(text));
  if (!before || !own || !others) return null;
  const [known, ours, there] = [before, own, others].map(
    (choices): ById => new Map(choices.map((choice) => [choice.id, choice])),
  );
  const ids = [...others, ...own.filter(({ id }) => there?.has(id) === false)].map(({ id }) => id);
  const merged: Choice[] = [];
  for (const id of ids) {
    const choice = mergeChoice(known?.get(id), ours?.get(id), there?.get(id));
    if (choice === 'conflict') return null;
    if (choice !== undefined) merged.push(choice);
  }
  return merged.length > QUESTION_CHOICES_MAX ? null : JSON.stringify(merged);
}

/** Undefined where it is not there, or is deleted. */
type Maybe = Choice | undefined;

function mergeChoice(base: Maybe, mine: Maybe, theirs: Maybe): Maybe | 'conflict' {
  if (isSame(mine, theirs) || isSame(base, mine)) return theirs;
  return isSame(base, theirs) ? mine : 'conflict';
}

const isSame = (one: Maybe, other: Maybe): boolean => one?.text === other?.text && one?.side === other?.side;
