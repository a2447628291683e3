import type { Plugin } from 'vite';

/** The globals of one machine: a clock with its timers, storage, a network. */
const OWN = [
  ...['globalThis', 'Date', 'fetch', 'localStorage', 'indexedDB', 'caches', 'navigator', 'performance'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Math'],
];
/** A lazy import, which later would find the module of whichever machine was loaded last. */
const LAZY = /\bimport\((?:'[^']+'|"[^"]+")\)/g;
/** The modules of the app and the server; test modules have only one instance. */
const OURS = /\/(pwa|sync-server)\/(?!testing\/)[^?]+\.ts(\?|$)/;

/**
 * Runs several machines in one process: each loads its own instance of the modules, and their platform
 * globals are the machine's, also after any await. What a module imports lazily is imported with it.
 */
export function injectGlobals(): Plugin {
  return {
    name: 'inject-globals',
    transform(written, id) {
      if (!OURS.test(id)) return null;
      const lazy: string[] = [];
      const code = written.replace(LAZY, (whole) => `lazy${lazy.push(whole) - 1}`);
      const used = OWN.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
      if (used.length === 0 && lazy.length === 0) return null;
      const globals = `const { ${used.join(', ')} } = global.thisMachine ?? global;`;
      const imports = lazy.map((whole, at) => `const lazy${at} = ${whole};`);
      // On the same line, so stack traces have the right positions.
      return { code: [globals, ...imports, code].join(''), map: null };
    },
  };
}
