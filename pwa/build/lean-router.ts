import type { Plugin } from 'vite';

const NAME = /^\w+\.displayName = "[^"]*";$/gm;
const MADE = /^(var \w+ = )(?=React\d*\.(?:forwardRef|createContext|memo)\()/gm;

/** Lets the build leave out the components of the router that the app does not use, such as its `Form`. */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\/production\/.*\.mjs$/ },
      handler: (code) => ({ code: markPure(code), map: null }),
    },
  };
}

/** Marks components and contexts as free of side effects, and removes their names, which only developer tools show. */
export const markPure = (code: string): string => code.replace(NAME, '').replace(MADE, '$1/* @__PURE__ */ ');
