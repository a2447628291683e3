import { useEffect, useState } from 'react';

/** How much this browser may still store, in bytes; null while it is not known, and where browsers do not say. */
export function useFreeBytes(): number | null {
  const [freeBytes, setFreeBytes] = useState<number | null>(null);
  useEffect(() => {
    let isShown = true;
    const show = ({ quota = 0, usage = 0 }: StorageEstimate) => {
      if (isShown) setFreeBytes(Math.max(0, quota - usage));
    };
    // Undefined without a secure context.
    navigator.storage?.estimate?.().then(show, () => undefined);
    return () => {
      isShown = false;
    };
  }, []);
  return freeBytes;
}
