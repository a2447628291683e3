import { useEffect } from 'react';
import { attendCommand } from '../sync/status/watch-status.ts';

/** Marks a command's result as shown by this screen, so a refusal is not announced on every page too. */
export function useAttended(commandId: string | null): void {
  useEffect(() => (commandId === null ? undefined : attendCommand(commandId)), [commandId]);
}
