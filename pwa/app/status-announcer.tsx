import { useEffect, useRef, useState } from 'react';
import { useSyncStatus } from '../session/use-sync-status.ts';
import { syncAnnouncement } from './sync-words.ts';

/** The polite live region: says when the network goes, when work is paused or refused, and when all has arrived. */
export function StatusAnnouncer() {
  const status = useSyncStatus();
  const before = useRef(status);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const next = syncAnnouncement(before.current, status);
    // Passing states keep the last one that was worth telling from.
    if (next !== null || status.kind !== 'sending') before.current = status;
    if (next !== null) setAnnouncement(next);
  }, [status]);
  return (
    <p className="visually-hidden" role="status">
      {announcement}
    </p>
  );
}
