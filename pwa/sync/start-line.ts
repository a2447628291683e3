import { readToken } from '../api/token.ts';
import { readKnownUser } from '../store/known-user.ts';
import { isOnline, startConnectivity, watchConnectivity } from './connectivity.ts';
import { refreshCatalogue } from './refresh-catalogue.ts';
import { describeStatus, NO_COUNTS, setSyncStatus } from './status.ts';

/** How often the line is tried again while it seems dead and somebody looks. */
const PROBE_MS = 30_000;

let stopCurrent: (() => void) | null = null;

/**
 * Watches the line: says how it stands, tries it now and then while it seems dead, and fetches the catalogue
 * when it is back. All that a visitor needs; whoever is known here has `startSync` on top. A second call
 * changes nothing. Returns the way to stop.
 */
export function startLine(): () => void {
  stopCurrent ??= start();
  return stopCurrent;
}

function start(): () => void {
  const stops = [
    startConnectivity(),
    watchConnectivity(() => {
      publishForVisitor();
      if (isOnline()) askForCatalogue();
    }),
    startProbe(),
  ];
  publishForVisitor();
  return () => {
    for (const stop of stops) stop();
    stopCurrent = null;
  };
}

/** Nobody's outbox is nobody's to count; a known person's is watched by `startSync`. */
function publishForVisitor(): void {
  if (readKnownUser() !== null) return;
  setSyncStatus(
    describeStatus({ ...NO_COUNTS, lost: 0, isOnline: isOnline(), hasSession: readToken() !== null }),
  );
}

/** A server that was away does not announce its return: ask for the catalogue now and then. */
function startProbe(): () => void {
  const timer = setInterval(() => {
    const isLookedAt = globalThis.document?.visibilityState !== 'hidden';
    if (!isOnline() && isLookedAt && globalThis.navigator?.onLine !== false) askForCatalogue();
  }, PROBE_MS);
  return () => clearInterval(timer);
}

function askForCatalogue(): void {
  // What fails here is tried again at the next occasion.
  refreshCatalogue().catch(() => undefined);
}
