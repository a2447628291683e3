import * as v from 'valibot';

/** Null when it cannot be loaded, as on a device that went offline before it ever had it. */
export function startImportWorker(): Promise<Worker | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('../../worker/import-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = () => resolve(worker);
    worker.onerror = () => resolve(null);
  });
}

const Loaded = v.object({ paths: v.array(v.string()) });

/**
 * Lets the worker load the readers of all formats, so that files can be imported offline later. Returns the paths of
 * what it loaded; none where it cannot be started.
 */
export async function preloadImportWorker(): Promise<string[]> {
  const worker = await startImportWorker();
  if (worker === null) return [];
  const loaded = new Promise<string[]>((resolve) => {
    worker.onerror = () => resolve([]);
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      const reply = v.safeParse(Loaded, data);
      resolve(reply.success ? reply.output.paths : []);
    };
  });
  worker.postMessage({ kind: 'preload' });
  return loaded.finally(() => worker.terminate());
}
