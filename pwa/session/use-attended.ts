import { useEffect } from 'react';
import { attendCommand } from '../sync/watch-status.ts';

/** Says that this screen shows what becomes of a command, so that a refusal is not announced on every page too. */
export function useAttended(commandId: string | null): void {
  useEffect(() => (commandId === null ? undefined : attendCommand(commandId)), [commandId]);
}
