import { useState } from 'react';
import { describeFailure } from '#schema/messages/user-facing-error.ts';

/** Runs an action; `title` introduces the reason of a failure. */
export type RunAction = (title: string | null, action: () => Promise<unknown>) => void;

interface Problem {
  readonly title: string;
  readonly reason: string | null;
}

/**
 * Runs one action at a time. With a title, a failure is shown with its reason below; without one, only the
 * reason.
 */
export function useAction() {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const perform = async (title: string | null, action: () => Promise<unknown>) => {
    setIsBusy(true);
    setProblem(null);
    try {
      await action();
    } catch (error) {
      const reason = describeFailure(error);
      setProblem(title === null ? { title: reason, reason: null } : { title, reason });
    }
    setIsBusy(false);
  };
  const run: RunAction = (title, action) => void perform(title, action);
  return { run, problem, isBusy };
}
