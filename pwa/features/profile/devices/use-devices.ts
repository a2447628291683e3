import { useCallback, useEffect, useState } from 'react';
import { readToken, watchToken } from '#pwa/api/token.ts';
import { listDevices } from '#pwa/session/devices.ts';
import { type Refreshing, useRefresh } from '#pwa/session/queries/use-refresh.ts';
import type { DeviceSession } from '#schema/account/session.ts';

export interface Devices extends Refreshing {
  /** Null until loaded. */
  readonly sessions: readonly DeviceSession[] | null;
}

/**
 * The user's sessions, loaded when the page opens, when the connection returns and after a change of
 * password.
 */
export function useDevices(userId: string): Devices {
  const [sessions, setSessions] = useState<readonly DeviceSession[] | null>(null);
  const load = useCallback(async () => setSessions(await listDevices(userId)), [userId]);
  const refreshing = useRefresh(load);
  const { refresh } = refreshing;
  useEffect(
    () =>
      watchToken(() => {
        if (readToken() !== null) refresh();
      }),
    [refresh],
  );
  return { ...refreshing, sessions };
}
