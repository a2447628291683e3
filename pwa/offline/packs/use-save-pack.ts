import { useEffect, useRef, useState } from 'react';
import { PACK_TYPE } from '#interchange/media-pack/media-pack.ts';
import { askPackWorker } from '#pwa/downloads/packs/ask-pack-worker.ts';
import type { PackPlan } from '#pwa/downloads/packs/plan-packs.ts';
import { saveFile } from '#pwa/ui/save-file.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { canSharePack, choosePackTarget, discardTarget } from './pack-target.ts';

type SaveState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving'; readonly share: number }
  /** The browser can hand it to another app: the user chooses where it goes. */
  | { readonly kind: 'ready'; readonly file: File }
  /** `isWritten`: all of it is on the disk; otherwise the browser or another app is saving it. */
  | { readonly kind: 'saved'; readonly isWritten: boolean }
  | { readonly kind: 'failed'; readonly problem: string };

/** Saves one pack at a time. `save` begins with a click, because browsers ask for the place only then. */
export function useSavePack(userId: string) {
  const [state, setState] = useState<SaveState>({ kind: 'idle' });
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const write = async (plan: PackPlan, name: string) => {
    const target = await choosePackTarget(name);
    if (target === null) return;
    const handle = target === 'memory' ? null : target;
    const stopping = new AbortController();
    stop.current = stopping;
    setState({ kind: 'saving', share: 0 });
    let written = 0;
    const onBytes = (bytes: number) => {
      written += bytes;
      setState({ kind: 'saving', share: written / plan.sizeBytes });
    };
    const request = { kind: 'write' as const, userId, files: [...plan.files], handle };
    try {
      const reply = await askPackWorker(request, { signal: stopping.signal, onBytes });
      const blob = 'written' in reply ? reply.written : null;
      setState(
        blob === null
          ? { kind: 'saved', isWritten: true }
          : offer(new File([blob], name, { type: PACK_TYPE })),
      );
    } catch (error) {
      if (handle !== null) await discardTarget(handle);
      setState(
        stopping.signal.aborted ? { kind: 'idle' } : { kind: 'failed', problem: describeFailure(error) },
      );
    }
  };
  return {
    state,
    save: (plan: PackPlan, name: string) => void write(plan, name),
    cancel: () => stop.current?.abort(),
    download: (file: File) => setState(download(file)),
    share: (file: File) => void sharePack(file).then(setState),
  };
}

const offer = (file: File): SaveState => (canSharePack(file) ? { kind: 'ready', file } : download(file));

function download(file: File): SaveState {
  saveFile(file.name, file);
  return { kind: 'saved', isWritten: false };
}

/** Where the browser refuses it after all, such as a file that is too large, the file is saved. */
async function sharePack(file: File): Promise<SaveState> {
  try {
    await navigator.share({ files: [file] });
    return { kind: 'saved', isWritten: false };
  } catch (error) {
    return error instanceof Error && error.name === 'AbortError' ? { kind: 'ready', file } : download(file);
  }
}
