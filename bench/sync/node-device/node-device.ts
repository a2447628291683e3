import 'fake-indexeddb/auto';
import { createStorage } from '#pwa/testing/fake-storage.ts';

/*
 * Provides in Node the browser APIs that the app's store and sync use. Requests go to the given address. Import
 * this before any module of the app.
 */

const target = { url: '' };
const events = new EventTarget();
const { fetch } = globalThis;

provide('localStorage', createStorage());
provide('addEventListener', events.addEventListener.bind(events));
provide('removeEventListener', events.removeEventListener.bind(events));
provide('dispatchEvent', events.dispatchEvent.bind(events));
provide('navigator', { onLine: true, userAgent: 'bench' });
provide('fetch', (path: string, init?: RequestInit) => fetch(target.url + path, init));

/** Sends the device's requests to this address from now on. */
export function connectTo(url: string): void {
  target.url = url;
}

function provide(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
