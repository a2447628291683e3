import { onTestFinished, vi } from 'vitest';

/** The browser refuses every database, as Chromium does where a site may not store data, until the test ends. */
export function blockDatabases(name = 'SecurityError'): () => void {
  const spies = [
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The user denied permission to access the database.', name);
    }),
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('The connection is closed.', 'InvalidStateError');
    }),
    vi.spyOn(indexedDB, 'databases').mockRejectedValue(new DOMException('denied', 'UnknownError')),
  ];
  const allow = () => {
    for (const spy of spies) spy.mockRestore();
  };
  onTestFinished(allow);
  return allow;
}

/** The browser refuses every access to localStorage and sessionStorage, until the test ends. */
export function blockItems(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
    onTestFinished(() => {
      if (before === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, before);
    });
  }
}
