import { useEffect, useState } from 'react';

/** How many more bytes the browser would let the app store; null if it does not report it. */
export function useFreeBytes(): number | null {
  const [free, setFree] = useState<number | null>(null);
  useEffect(() => {
    if (!('storage' in navigator) || !('estimate' in navigator.storage)) return;
    navigator.storage.estimate().then(
      ({ quota = 0, usage = 0 }) => setFree(quota > usage ? quota - usage : null),
      () => setFree(null),
    );
  }, []);
  return free;
}
