import type { Plugin } from 'vite';

/** The description of a call, on one line or on the next. */
const SUMMARY = /(\n {4}summary:)\s+(?:'[^'\n]*'|"[^"\n]*"),(?=\n)/g;

/** Empties the summaries of calls, which only the server's description of its API shows, in the built app. */
export function noSummaries(): Plugin {
  return {
    name: 'no-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/schema\/endpoints\/[\w-]+-endpoints\.ts$/ },
      handler: (code) => ({ code: emptySummaries(code), map: null }),
    },
  };
}

/** The source of endpoints without their summaries. Throws if it has one of another form. */
export function emptySummaries(code: string): string {
  const emptied = code.replace(SUMMARY, "$1 '',");
  if (/summary:(?! '',)/.test(emptied)) throw new Error('A summary of an endpoint is no plain string');
  return emptied;
}
