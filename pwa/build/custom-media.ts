import type { Plugin } from 'vite';
import { media } from '../ui/layout/breakpoints.ts';

/** Writes the breakpoints into the media queries of style sheets, so the browser receives plain lengths. */
export function customMedia(): Plugin {
  return {
    name: 'custom-media',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (code, id) => ({ code: resolveMedia(code, id), map: null }),
    },
  };
}

const queries = new Map<string, string>(Object.entries(media));

/** A style sheet with its breakpoints resolved. Throws on a name that is not defined. */
export function resolveMedia(code: string, file: string): string {
  return code.replace(/@media[^{]+/g, (rule) =>
    rule.replace(/\((--[a-z-]+)\)/g, (_, name) => {
      const query = queries.get(name);
      if (query === undefined) throw new Error(`${file}: no breakpoint is named ${name}`);
      return query;
    }),
  );
}
