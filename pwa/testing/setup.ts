import 'fake-indexeddb/auto';
import './console-errors.ts';
import { createLocks } from './fake-locks.ts';
import { createStorage } from './fake-storage.ts';

/*
 * Browser APIs that Node may lack: localStorage, window events, Web Locks. IndexedDB is an in-memory
 * implementation. No code of ours is replaced.
 */
provide('localStorage', createStorage());
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
provide('navigator', { onLine: true, userAgent: 'test', locks: createLocks() });

function provide(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
