import { useEffect, useState } from 'react';

/** How long the button is busy before the screen says that the request is saved on the device. */
const REPLY_TIMEOUT_MS = 5_000;

/** True once the command has been pending for longer than the timeout. */
export function useHasTimedOut(commandId: string | null): boolean {
  const [timedOutFor, setTimedOutFor] = useState<string | null>(null);
  useEffect(() => {
    if (commandId === null) return;
    const timer = setTimeout(() => setTimedOutFor(commandId), REPLY_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [commandId]);
  return commandId !== null && timedOutFor === commandId;
}
