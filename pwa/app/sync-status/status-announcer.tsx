import { useEffect, useRef, useState } from 'react';
import { useSyncStatus } from '#pwa/session/use-sync-status.ts';
import { syncAnnouncement } from './sync-text.ts';

/**
 * The polite live region: announces loss of connection, paused or refused commands, and when everything was
 * sent.
 */
export function StatusAnnouncer() {
  const status = useSyncStatus();
  const before = useRef(status);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const next = syncAnnouncement(before.current, status);
    // The transient state `sending` is skipped, so that the next state is compared with the one before it.
    if (next !== null || status.kind !== 'sending') before.current = status;
    if (next !== null) setAnnouncement(next);
  }, [status]);
  return (
    <p className="visually-hidden" role="status">
      {announcement}
    </p>
  );
}
