import { useCallback, useMemo, useState } from 'react';
import { SUCCESS_MESSAGE_MS } from '#schema/limits.ts';

export interface Message {
  readonly id: number;
  readonly tone: 'ok' | 'wait' | 'bad';
  readonly text: string;
  /** How long it is shown; null if it stays until it is closed or replaced by a failure. */
  readonly durationMs: number | null;
  /** Whether to show the details of the failed call. */
  readonly hasDetails: boolean;
}

/** Shows messages. It is the same object for as long as the editor is open. */
export interface Messages {
  /** Reports a success, for three seconds by default. */
  readonly succeed: (text: string, durationMs?: number) => void;
  /** Reports a change that is stored but not finished; disappears like a success. */
  readonly note: (text: string) => void;
  /** Reports a failure, which stays until it is closed. */
  readonly fail: (text: string, hasDetails?: boolean) => void;
}

interface ShownMessages {
  readonly shown: readonly Message[];
  readonly close: (id: number) => void;
  readonly notify: Messages;
}

let lastId = 0;

/** The editor's messages: at most one success or note and one failure at a time. */
export function useMessages(): ShownMessages {
  const [shown, setShown] = useState<readonly Message[]>([]);
  const close = useCallback((id: number) => setShown((all) => all.filter((one) => one.id !== id)), []);
  const add = useCallback((message: Omit<Message, 'id'>) => {
    lastId += 1;
    const next = { ...message, id: lastId };
    setShown((all) => [...all.filter(({ tone }) => (tone === 'bad') !== (next.tone === 'bad')), next]);
  }, []);
  const notify = useMemo(() => {
    const good =
      (tone: 'ok' | 'wait') =>
      (text: string, durationMs: number = SUCCESS_MESSAGE_MS) =>
        add({ tone, text, durationMs, hasDetails: false });
    const fail = (text: string, hasDetails = false) =>
      add({ tone: 'bad', text, durationMs: null, hasDetails });
    return { succeed: good('ok'), note: good('wait'), fail };
  }, [add]);
  return { shown, close, notify };
}
