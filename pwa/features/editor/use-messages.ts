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

/** Says something; the same object for as long as the editor is open. */
export interface Messages {
  /** Something was done; goes after three seconds unless told otherwise. */
  readonly succeed: (text: string, lifeMs?: number) => void;
  /** Something is safe but not finished; goes like a success. */
  readonly note: (text: string) => void;
  /** Something failed; stays. */
  readonly fail: (text: string, hasDetails?: boolean) => void;
}

interface ShownMessages {
  readonly shown: readonly Message[];
  readonly close: (id: number) => void;
  readonly say: Messages;
}

let lastId = 0;

/** What the editor says about what was just done: one good word and one bad one at a time. */
export function useMessages(): ShownMessages {
  const [shown, setShown] = useState<readonly Message[]>([]);
  const close = useCallback((id: number) => setShown((all) => all.filter((one) => one.id !== id)), []);
  const add = useCallback((message: Omit<Message, 'id'>) => {
    lastId += 1;
    const next = { ...message, id: lastId };
    setShown((all) => [...all.filter(({ tone }) => (tone === 'bad') !== (next.tone === 'bad')), next]);
  }, []);
  const say = useMemo(() => {
    const good =
      (tone: 'ok' | 'wait') =>
      (text: string, lifeMs: number = SUCCESS_MESSAGE_MS) =>
        add({ tone, text, lifeMs, hasDetails: false });
    const fail = (text: string, hasDetails = false) => add({ tone: 'bad', text, lifeMs: null, hasDetails });
    return { succeed: good('ok'), note: good('wait'), fail };
  }, [add]);
  return { shown, close, say };
}
