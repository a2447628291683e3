import type { Plugin } from 'vite';

/** What a machine has of its own: a clock, a store, a line. */
const OWN = ['globalThis', 'Date', 'fetch', 'localStorage', 'indexedDB', 'navigator', 'performance'];
/** The app's modules and the server's; of what tests bring along there is only one. */
const OURS = /\/(pwa|sync-server)\/(?!testing\/)[^?]+\.ts(\?|$)/;

/**
 * Several machines in one process: each loads the modules for itself, and what these take for the platform's
 * globals is the machine's own, from then on and however often they await.
 */
export function giveGlobals(): Plugin {
  return {
    name: 'give-globals',
    transform(code, id) {
      if (!OURS.test(id)) return null;
      const used = OWN.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
      if (used.length === 0) return null;
      // In the same line, so that the places in stack traces stay true.
      return { code: `const { ${used.join(', ')} } = global.thisMachine ?? global;${code}`, map: null };
    },
  };
}
