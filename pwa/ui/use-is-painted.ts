import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from '#pwa/device/after-paint.ts';

/** Returns false until the first frame with this component is painted; what comes later is rendered in pieces. */
export function useIsPainted(isAwaited = true): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    // Without a frame in between, React would often draw the rest before the browser has painted the first part.
    if (isAwaited && !isPainted) return afterPaint(() => startTransition(() => setIsPainted(true)));
    return undefined;
  }, [isAwaited, isPainted]);
  return isPainted;
}
