import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { createLocks } from './fake-locks.ts';
import { createStorage } from './fake-storage.ts';

/*
 * What a browser has and Node may lack: localStorage, window events, Web Locks. IndexedDB is a faithful
 * copy in memory. Nothing of ours is replaced.
 */
provide('localStorage', createStorage());
const events = new EventTarget();
provide('addEventListener', events.addEventListener.bind(events));
provide('removeEventListener', events.removeEventListener.bind(events));
provide('dispatchEvent', events.dispatchEvent.bind(events));
provide('navigator', { onLine: true, userAgent: 'test', locks: createLocks() });

function provide(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

const consoleError = vi.spyOn(console, 'error');

beforeEach(() => {
  consoleError.mockClear();
});

afterEach(() => {
  expect(consoleError, 'an unexpected console.error').not.toHaveBeenCalled();
});
