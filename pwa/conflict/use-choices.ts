import { useState } from 'react';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import type { Choices } from './choices.ts';

/** Stores the choices of a conflict; rejects with a user-facing error if the device cannot. */
export type SaveChoices = (choices: Choices) => Promise<unknown>;

/** The choices of a conflict so far, stored at every keystroke. */
export function useChoices(first: Choices, save: SaveChoices) {
  const [choices, setChoices] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (next: Choices) => {
    setChoices(next);
    try {
      await save(next);
      setProblem(null);
    } catch (error) {
      setProblem(describeFailure(error));
    }
  };
  return { choices, choose: (next: Choices) => void choose(next), problem };
}
