import { useState } from 'react';
import { describeFailure } from '#schema/messages/user-facing-error.ts';

/** What a dialog does when it is confirmed: it closes afterwards, or says why that failed and stays. */
export function useConfirmation(onClose: () => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async (work: () => Promise<unknown>) => {
    try {
      await work();
      onClose();
    } catch (error) {
      setProblem(describeFailure(error));
    }
  };
  return { problem, confirm: (work: () => Promise<unknown>) => void confirm(work) };
}
