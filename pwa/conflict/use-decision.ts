import { useState } from 'react';
import { deviceMessages } from '#schema/messages/device-messages.ts';
import { messages } from '#schema/messages/messages.ts';
import { StorageFullError } from '../store/database/storage-errors.ts';
import type { Decision } from '../sync/conflicts/decide.ts';

/** Applies one decision at a time; an error is shown to the user, and the choice stays on the screen. */
export function useDecision(onDecide: (decision: Decision) => Promise<unknown>) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const decide = (decision: Decision) => {
    setIsBusy(true);
    setProblem(null);
    onDecide(decision)
      .catch((error: unknown) =>
        setProblem(error instanceof StorageFullError ? deviceMessages.storageFull : messages.changesFailed),
      )
      .finally(() => setIsBusy(false));
  };
  return { decide, isBusy, problem };
}
