import { type DOMWindow, JSDOM, VirtualConsole } from 'jsdom';
import { createWebLocks } from '../fake-locks.ts';
import { askLessOften } from './ask-less-often.ts';
import { addMissingInterfaces, formDataFor } from './missing-interfaces.ts';
import { findLabelsQuickly, matchQuickly, rememberComputedStyles } from './quick-lookups.ts';

const ORIGIN = 'https://carrel.test';

/** Events have to be jsdom's, because its elements accept no others. */
const REPLACED = ['Event', 'CustomEvent', 'navigator'];
const FUNCTIONS = ['addEventListener', 'removeEventListener', 'dispatchEvent'];
/** Too common as names: a mistyped variable would become a property of the window. */
const LEFT_OUT = new Set(['close', 'event', 'length', 'name', 'open', 'parent', 'status', 'stop', 'top']);

/**
 * Adds the window of jsdom to the globals of Node. What both have stays Node's: `fetch`, IndexedDB and the
 * server in this process accept no other `Blob`, `FormData` or `AbortSignal`. Once per worker, because test
 * files share their modules.
 */
export function openWindow(): void {
  if ('document' in globalThis) return;
  const { window } = new JSDOM('<!doctype html><html lang="en"><body></body></html>', {
    url: ORIGIN,
    pretendToBeVisual: true,
    // Navigations such as reloads, which jsdom lacks, are not errors of the app.
    virtualConsole: new VirtualConsole(),
  });
  addMissingInterfaces(window, createWebLocks());
  rememberComputedStyles(window);
  findLabelsQuickly(window);
  matchQuickly(window);
  askLessOften();
  const added = Object.getOwnPropertyNames(window).filter((name) => !(name in globalThis));
  for (const name of [...REPLACED, ...FUNCTIONS, ...added]) {
    if (!LEFT_OUT.has(name)) addGlobal(window, name);
  }
  globalThis.FormData = formDataFor(window);
}

function addGlobal(window: DOMWindow, name: string): void {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => bind(window, name, Reflect.get(window, name)),
    set: (value: unknown) => Reflect.set(window, name, value),
  });
}

/** Functions of the window need it as `this`; interfaces, which begin with a capital, do not. */
function bind(window: DOMWindow, name: string, value: unknown): unknown {
  return typeof value === 'function' && /^[a-z]/.test(name) ? value.bind(window) : value;
}
