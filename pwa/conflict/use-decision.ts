import { useState } from 'react';
import { messages } from '#schema/messages/messages.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import type { Decision } from '../sync/conflicts/decide.ts';

/** Applies one decision at a time; an error is shown to the user, and the choice stays on the screen. */
export function useDecision(onDecide: (decision: Decision) => Promise<unknown>) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const decide = (decision: Decision) => {
    setIsBusy(true);
    setProblem(null);
    onDecide(decision)
      .catch((error: unknown) => setProblem(describeFailure(error, messages.changesFailed)))
      .finally(() => setIsBusy(false));
  };
  return { decide, isBusy, problem };
}
