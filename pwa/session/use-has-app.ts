import { useEffect, useState } from 'react';

/**
 * Whether the service worker has stored the app on this device, which it does while it is installed: before
 * that no page opens offline. Null until the browser has responded.
 */
export function useHasApp(): boolean | null {
  const [hasApp, setHasApp] = useState<boolean | null>(() => (findController() === null ? null : true));
  useEffect(() => {
    if (hasApp === true) return;
    let isStopped = false;
    const set = (value: boolean) => {
      if (!isStopped) setHasApp(value);
    };
    if (!('serviceWorker' in navigator)) return set(false);
    void hasActiveWorker().then((isActive) => {
      set(isActive);
      if (!isActive) void navigator.serviceWorker.ready.then(() => set(true));
    });
    return () => {
      isStopped = true;
    };
  }, [hasApp]);
  return hasApp;
}

function findController(): ServiceWorker | null {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;
}

/** Some browsers reject it, for example in private windows. */
async function hasActiveWorker(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  return registration?.active != null;
}
