import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** The current time in milliseconds since the epoch, updated every second while `isTicking`. */
export function useSeconds(isTicking: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    if (!isTicking) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
}
