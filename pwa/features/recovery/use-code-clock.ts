import { useEffect, useState } from 'react';
import { RESET_CODE_LIFETIME_SECONDS, RESET_CODE_RESEND_SECONDS } from '#schema/limits.ts';

export interface CodeClock {
  /** Seconds until the code expires; 0 if it has. */
  readonly secondsLeft: number;
  /** Seconds until another code may be requested; 0 if it may. */
  readonly secondsToResend: number;
}

/** The countdowns of a code sent at `sentAt` (ms), at `now`. If the clock was set back, they are full. */
export function readCodeClock(sentAt: number, now: number): CodeClock {
  const age = Math.max(0, now - sentAt) / 1_000;
  return {
    secondsLeft: Math.max(0, Math.ceil(RESET_CODE_LIFETIME_SECONDS - age)),
    secondsToResend: Math.max(0, Math.ceil(RESET_CODE_RESEND_SECONDS - age)),
  };
}

/** Updates the countdowns every second while one is running. */
export function useCodeClock(sentAt: number): CodeClock {
  const [now, setNow] = useState(Date.now);
  const clock = readCodeClock(sentAt, Math.max(now, sentAt));
  const isRunning = clock.secondsLeft > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return clock;
}
