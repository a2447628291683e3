import type { Plugin } from 'vite';

/** The globals of one machine: a clock with its timers, storage, a network. */
const OWN = [
  ...['globalThis', 'Date', 'fetch', 'localStorage', 'indexedDB', 'navigator', 'performance'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Math'],
];
/** The modules of the app and the server; test modules have only one instance. */
const OURS = /\/(pwa|sync-server)\/(?!testing\/)[^?]+\.ts(\?|$)/;

/**
 * Runs several machines in one process: each loads its own instance of the modules, and their platform
 * globals are the machine's, also after any await.
 */
export function injectGlobals(): Plugin {
  return {
    name: 'inject-globals',
    transform(code, id) {
      if (!OURS.test(id)) return null;
      const used = OWN.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
      if (used.length === 0) return null;
      // On the same line, so stack traces have the right positions.
      return { code: `const { ${used.join(', ')} } = global.thisMachine ?? global;${code}`, map: null };
    },
  };
}
