import { useEffect, useState } from 'react';

/** How long a busy button is looked at before the screen says that the request is kept. */
const PATIENCE_MS = 5_000;

/** True once the command has been under way for longer than somebody likes to look at a busy button. */
export function usePatience(commandId: string | null): boolean {
  const [exhaustedFor, setExhaustedFor] = useState<string | null>(null);
  useEffect(() => {
    if (commandId === null) return;
    const timer = setTimeout(() => setExhaustedFor(commandId), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [commandId]);
  return commandId !== null && exhaustedFor === commandId;
}
