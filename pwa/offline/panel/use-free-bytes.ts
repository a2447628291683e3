import { useEffect, useState } from 'react';

/** How much the browser would still let the app store; null where it does not tell. */
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
