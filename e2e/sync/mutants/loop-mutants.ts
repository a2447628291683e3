import type { Mutant } from './mutant.ts';

/** Mutants of what starts drains, pulls, uploads and the stream of events. */
export const loopMutants = {
  'a stream of events that cannot be opened is requested again without growing delays': {
    file: 'pwa/sync/pull/event-watch.ts',
    was: 'performance.now() - openedMs > LASTING_MS ? backoffMs(1, Math.random()) : {}',
    is: 'backoffMs(1, Math.random())',
    noticedIn: 'hasLoops',
  },
  'a loop sets no timer for what is not due yet': {
    file: 'pwa/sync/loop.ts',
    was: 'if (due !== null && timer === undefined) runIn(Math.max(SHORTEST_MS, Math.min(longestMs, due)));',
    is: '',
    noticedBy: 'e2e/sync/replay/retry-timers.test.ts > a command that failed is sent again when it is due',
  },
  'a failed upload is tried again only when something else changes': {
    file: 'pwa/sync/loop.ts',
    was: 'runIn(Math.min(longestMs, delayMs));',
    is: '',
    noticedBy: 'e2e/sync/replay/retry-timers.test.ts > an upload that failed is tried again when it is due',
  },
  'a reply that goes silent in its middle is waited for without end': {
    file: 'pwa/api/carry-patiently.ts',
    was: 'timer = wait(SILENCE_TIMEOUT_MS);',
    is: '',
    noticedIn: 'slowConnections',
  },
  'a reply has half a minute in all, however slow the connection is': {
    file: 'pwa/api/carry-patiently.ts',
    was: 'clearTimeout(timer);\n    timer = wait(SILENCE_TIMEOUT_MS);',
    is: '',
    noticedIn: 'slowConnections',
    firstSeed: 9625,
  },
} as const satisfies Record<string, Mutant>;
