import { useEffect, useState } from 'react';
import type { AppFiles } from '#pwa/downloads/readiness/offline-readiness.ts';
import { isWorkerRefused } from '#pwa/install/worker-refused.ts';
import { useObservable } from '#pwa/ui/use-observable.ts';
import { LIST_MISSING } from '#pwa/worker/messages.ts';

/** An older worker does not reply. */
const REPLY_TIMEOUT_MS = 5_000;

/** What the device has of the app itself, which the service worker stores; null until the browser has responded. */
export function useAppFiles(): AppFiles | null {
  const [files, setFiles] = useState<AppFiles | null>(null);
  const isRefused = useObservable(isWorkerRefused);
  useEffect(() => {
    let isOver = false;
    const set = (next: AppFiles) => {
      if (!isOver) setFiles(next);
    };
    void readAppFiles(set);
    return () => {
      isOver = true;
    };
  }, []);
  return isRefused ? REFUSED : files;
}

const REFUSED: AppFiles = { state: 'refused', missing: [] };

/** Calls `set` with the present state and, while the worker is being installed, again when it is active. */
async function readAppFiles(set: (files: AppFiles) => void): Promise<void> {
  if (!globalThis.isSecureContext) return set({ state: 'insecure', missing: [] });
  if (!('serviceWorker' in navigator)) return set(REFUSED);
  let worker = navigator.serviceWorker.controller ?? (await findActive());
  if (worker === null) {
    set({ state: 'coming', missing: [] });
    worker = (await navigator.serviceWorker.ready).active;
  }
  if (worker !== null) set({ state: 'stored', missing: await listMissing(worker) });
}

/** Some browsers reject it, for example in private windows. */
async function findActive(): Promise<ServiceWorker | null> {
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  return registration?.active ?? null;
}

function listMissing(worker: ServiceWorker): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const end = (data: unknown) => {
      clearTimeout(timer);
      port1.close();
      resolve(Array.isArray(data) ? data.filter((path) => typeof path === 'string') : []);
    };
    const timer = setTimeout(end, REPLY_TIMEOUT_MS);
    port1.onmessage = ({ data }) => end(data);
    worker.postMessage({ type: LIST_MISSING }, [port2]);
  });
}
