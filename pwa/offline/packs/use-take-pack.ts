import { useEffect, useRef, useState } from 'react';
import { type TakenPack, takePack } from '#pwa/downloads/packs/take-pack.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';

type TakeState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'taking'; readonly share: number }
  | { readonly kind: 'taken'; readonly taken: TakenPack }
  | { readonly kind: 'failed'; readonly problem: string };

/** Takes files from one pack at a time; closing the screen stops it. */
export function useTakePack(userId: string) {
  const [state, setState] = useState<TakeState>({ kind: 'idle' });
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const take = async (file: File) => {
    const stopping = new AbortController();
    stop.current = stopping;
    setState({ kind: 'taking', share: 0 });
    const onProgress = (share: number) => setState({ kind: 'taking', share });
    try {
      const taken = await takePack(userId, file, { signal: stopping.signal, onProgress });
      setState({ kind: 'taken', taken });
    } catch (error) {
      setState(
        stopping.signal.aborted ? { kind: 'idle' } : { kind: 'failed', problem: describeFailure(error) },
      );
    }
  };
  return { state, take: (file: File) => void take(file), cancel: () => stop.current?.abort() };
}
