import { useEffect, useRef, useState } from 'react';
import { PendingEdit } from './pending-edit.ts';

/**
 * A pending edit for the text on the screen. It is also flushed when the page is hidden or left, and on
 * unmount.
 */
export function usePendingEdit(given: string, notify: (html: string) => void): PendingEdit {
  const latest = useRef(notify);
  useEffect(() => {
    latest.current = notify;
  });
  const [edit] = useState(() => new PendingEdit(given, (html) => latest.current(html)));
  useEffect(() => {
    const { flush } = edit;
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [edit]);
  return edit;
}
