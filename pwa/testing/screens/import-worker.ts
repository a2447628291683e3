import type { ImportPort } from '#pwa/worker/serve-imports.ts';

type Listener = (event: { readonly data: unknown }) => void;

/** The worker of imports without a thread of its own, as jsdom has no workers. Messages are not copied. */
class ImportWorkerForTest {
  onmessage: Listener | null = null;
  #listener: Listener | null = null;

  constructor() {
    const port: ImportPort = {
      postMessage: (data) => queueMicrotask(() => this.onmessage?.({ data })),
      addEventListener: (_, listener) => {
        this.#listener = listener;
      },
    };
    void import('#pwa/worker/serve-imports.ts').then(({ serveImports }) => serveImports(port));
  }

  postMessage(data: unknown): void {
    queueMicrotask(() => this.#listener?.({ data }));
  }

  terminate(): void {
    this.onmessage = null;
  }
}

/** Lets pages start the worker of imports. */
export const offerImportWorker = (): void => {
  Object.assign(globalThis, { Worker: ImportWorkerForTest });
};
