import { useState } from 'react';
import { sentenceOf } from '#pwa/api/sentence.ts';

const FAILED = 'Nothing was changed. Check the connection and try again.';

export interface Action {
  readonly isBusy: boolean;
  /** Why the last attempt failed, as a sentence. */
  readonly problem: string | null;
  readonly run: (work: () => Promise<unknown>) => Promise<void>;
}

/**
 * A change on the server, one at a time. It is not queued, because the server makes the secrets (docs/why/codes.md).
 */
export function useAction(): Action {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (work: () => Promise<unknown>) => {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(sentenceOf(error, FAILED));
    }
    setIsBusy(false);
  };
  return { isBusy, problem, run };
}
