import { useCallback, useMemo, useState } from 'react';
import { SUCCESS_MESSAGE_MS } from '#schema/limits.ts';

export interface Message {
  readonly id: number;
  readonly tone: 'ok' | 'wait' | 'bad';
  readonly text: string;
  /** When it goes by itself; null for one that stays until it is closed or the next of its kind comes. */
  readonly lifeMs: number | null;
  /** Numbers and words about the call that failed, for whoever looks after it. */
  readonly hasDetails: boolean;
}

export interface Messages {
  readonly shown: readonly Message[];
  /** Something was done; goes after three seconds unless told otherwise. */
  readonly succeed: (text: string, lifeMs?: number) => void;
  /** Something is safe but not finished; goes like a success. */
  readonly note: (text: string) => void;
  /** Something failed; stays. */
  readonly fail: (text: string, hasDetails?: boolean) => void;
  readonly close: (id: number) => void;
}

let lastId = 0;

/** What the editor says about what was just done: one good word and one bad one at a time. */
export function useMessages(): Messages {
  const [shown, setShown] = useState<readonly Message[]>([]);
  const close = useCallback((id: number) => setShown((all) => all.filter((one) => one.id !== id)), []);
  const say = useCallback((message: Omit<Message, 'id'>) => {
    lastId += 1;
    const next = { ...message, id: lastId };
    setShown((all) => [...all.filter(({ tone }) => (tone === 'bad') !== (next.tone === 'bad')), next]);
  }, []);
  return useMemo(() => {
    const good =
      (tone: 'ok' | 'wait') =>
      (text: string, lifeMs: number = SUCCESS_MESSAGE_MS) =>
        say({ tone, text, lifeMs, hasDetails: false });
    const fail = (text: string, hasDetails = false) => say({ tone: 'bad', text, lifeMs: null, hasDetails });
    return { shown, succeed: good('ok'), note: good('wait'), fail, close };
  }, [shown, say, close]);
}
