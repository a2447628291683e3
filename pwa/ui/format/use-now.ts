import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/**
 * The current time in milliseconds since the epoch, updated every minute and when the page becomes visible.
 */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const update = () => setNow(Date.now());
    const timer = setInterval(update, MINUTE_MS);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return now;
}
