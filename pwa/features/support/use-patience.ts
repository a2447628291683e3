import { useEffect, useState } from 'react';

/** How long the button is busy before the screen says that the request is saved on the device. */
const PATIENCE_MS = 5_000;

/** True once the command has been pending for longer than the timeout. */
export function usePatience(commandId: string | null): boolean {
  const [exhaustedFor, setExhaustedFor] = useState<string | null>(null);
  useEffect(() => {
    if (commandId === null) return;
    const timer = setTimeout(() => setExhaustedFor(commandId), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [commandId]);
  return commandId !== null && exhaustedFor === commandId;
}
