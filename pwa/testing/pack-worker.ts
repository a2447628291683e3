import type { PackPort } from '#pwa/worker/serve-packs.ts';

type Listener = (event: { readonly data: unknown }) => void;

/** The worker of packs without a thread of its own. Messages are not copied. */
class PackWorkerForTest {
  onmessage: Listener | null = null;
  readonly #listener: Promise<Listener>;

  constructor() {
    this.#listener = new Promise((resolve) => {
      const port: PackPort = {
        postMessage: (data) => queueMicrotask(() => this.onmessage?.({ data })),
        addEventListener: (_, listener) => resolve(listener),
      };
      void import('#pwa/worker/serve-packs.ts').then(({ servePacks }) => servePacks(port));
    });
  }

  postMessage(data: unknown): void {
    void this.#listener.then((listener) => listener({ data }));
  }

  terminate(): void {
    this.onmessage = null;
  }
}

/** Lets pages start the worker of packs. */
export const offerPackWorker = (): void => {
  Object.assign(globalThis, { Worker: PackWorkerForTest });
};
