import { useCallback, useEffect, useState } from 'react';

export interface StorageFacts {
  /** Bytes of this origin, and how many it may have; null where the browser does not say. */
  readonly used: number | null;
  readonly available: number | null;
  /** Whether the browser promised not to clear it; null where it makes no such promise. */
  readonly isKept: boolean | null;
}

interface Look {
  readonly facts: StorageFacts;
  /** What was unsent when it was asked. */
  readonly unsentBytes: number;
}

/** What the browser says about the room for Carrel, asked anew when what is unsent changes; null until it has answered. */
export function useStorage(unsentBytes: number) {
  const [seen, setSeen] = useState<Look | null>(null);
  const look = useCallback(async () => setSeen({ facts: await readStorage(), unsentBytes }), [unsentBytes]);
  useEffect(() => void look(), [look]);
  const askToKeep = async () => {
    await navigator.storage.persist();
    await look();
  };
  return { facts: seen?.facts ?? null, askToKeep };
}

async function readStorage(): Promise<StorageFacts> {
  const storage: Partial<StorageManager> = 'storage' in navigator ? navigator.storage : {};
  const [estimate, isKept] = await Promise.all([
    quietly(storage.estimate?.bind(navigator.storage)),
    quietly(storage.persisted?.bind(navigator.storage)),
  ]);
  return { used: estimate?.usage ?? null, available: estimate?.quota ?? null, isKept };
}

/** Some browsers have no such question, some refuse to answer it. */
async function quietly<T>(ask: (() => Promise<T>) | undefined): Promise<T | null> {
  try {
    return (await ask?.()) ?? null;
  } catch {
    return null;
  }
}
