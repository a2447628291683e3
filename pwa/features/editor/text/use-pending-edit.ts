import { useEffect, useRef, useState } from 'react';
import { PendingEdit } from './pending-edit.ts';

/**
 * A pending edit for as long as the screen shows this text. Tells what is pending also when the page is
 * hidden or left, and when the text leaves the screen.
 */
export function usePendingEdit(given: string, tell: (html: string) => void): PendingEdit {
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
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
