import { useCallback, useEffect, useState } from 'react';

export interface StorageFacts {
  /** Bytes used by this origin, and its quota; null if the browser does not report them. */
  readonly used: number | null;
  readonly available: number | null;
  /** Whether the browser promised not to evict it; null if it makes no such promise. */
  readonly isPersisted: boolean | null;
}

interface StorageSnapshot {
  readonly facts: StorageFacts;
  /** Unsent bytes at the time of the query. */
  readonly unsentBytes: number;
}

/** The browser's storage estimate, queried again when the unsent work changes; null until it has resolved. */
export function useStorage(unsentBytes: number) {
  const [snapshot, setSnapshot] = useState<StorageSnapshot | null>(null);
  const takeSnapshot = useCallback(
    async () => setSnapshot({ facts: await readStorage(), unsentBytes }),
    [unsentBytes],
  );
  useEffect(() => void takeSnapshot(), [takeSnapshot]);
  const requestPersistence = async () => {
    await navigator.storage.persist();
    await takeSnapshot();
  };
  return { facts: snapshot?.facts ?? null, requestPersistence };
}

async function readStorage(): Promise<StorageFacts> {
  const storage: Partial<StorageManager> = 'storage' in navigator ? navigator.storage : {};
  const [estimate, isPersisted] = await Promise.all([
    quietly(storage.estimate?.bind(navigator.storage)),
    quietly(storage.persisted?.bind(navigator.storage)),
  ]);
  return { used: estimate?.usage ?? null, available: estimate?.quota ?? null, isPersisted };
}

/** Some browsers lack this API, some reject it. */
async function quietly<T>(read: (() => Promise<T>) | undefined): Promise<T | null> {
  try {
    return (await read?.()) ?? null;
  } catch {
    return null;
  }
}
