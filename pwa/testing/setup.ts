import 'fake-indexeddb/auto';
import { afterAll, vi } from 'vitest';
import { readKnownUser } from '../store/database/known-user.ts';
import { leavePrivateStore } from '../store/database/private-store.ts';
import { failOnConsoleErrors } from './console-errors.ts';
import { createWebLocks } from './fake-locks.ts';
import { createStorage } from './fake-storage.ts';

/*
 * Browser APIs that Node may lack: localStorage, window events, Web Locks. IndexedDB is an in-memory
 * implementation. No code of ours is replaced.
 */
failOnConsoleErrors();
const { fetch } = globalThis;
// The next file of the worker shares the globals and the modules.
afterAll(() => {
  const user = readKnownUser();
  if (user !== null) leavePrivateStore(user.id);
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
  // Restoring a spy on a stub restores the stub, and the next file would send its requests to a closed server.
  if (globalThis.fetch !== fetch) throw new Error('This file leaves a fetch of its own to the next one');
});
provide('localStorage', createStorage());
// Once per worker: modules that test files share add their listeners when they are loaded.
if (!('dispatchEvent' in globalThis)) provideEvents();
provide('navigator', { onLine: true, userAgent: 'test', locks: createWebLocks() });

function provideEvents(): void {
  const listeners = new Map<string, Set<(event: Event) => void>>();
  provide('addEventListener', (type: string, listener: (event: Event) => void) => {
    listeners.set(type, (listeners.get(type) ?? new Set()).add(listener));
  });
  provide('removeEventListener', (type: string, listener: (event: Event) => void) => {
    listeners.get(type)?.delete(listener);
  });
  provide('dispatchEvent', (event: Event) => {
    for (const listener of listeners.get(event.type) ?? []) listener(event);
  });
}

function provide(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
