import { readToken } from '../api/token.ts';
import { readKnownUser } from '../store/database/known-user.ts';
import { refreshCatalogue } from './pull/refresh-catalogue.ts';
import { online, startConnectivity } from './status/connectivity.ts';
import { describeStatus, NO_COUNTS, setSyncStatus } from './status/status.ts';

/** How often the connection is tried while it seems to be down and the page is visible. */
const PROBE_MS = 30_000;

let stopCurrent: (() => void) | null = null;

/**
 * Monitors the connection: sets its status, tries it now and then while it seems to be down, and fetches the
 * catalogue when it is back. This is all that a visitor needs; for a known user `startSync` runs in addition.
 * A second call changes nothing. Returns a function that stops.
 */
export function startConnectionMonitor(): () => void {
  stopCurrent ??= start();
  return stopCurrent;
}

function start(): () => void {
  const stops = [
    startConnectivity(),
    online.subscribe(() => {
      publishForVisitor();
      if (online.get()) requestCatalogue();
    }),
    startProbe(),
  ];
  publishForVisitor();
  return () => {
    for (const stop of stops) stop();
    stopCurrent = null;
  };
}

/** A visitor has no outbox to count; a known user's is watched by `startSync`. */
function publishForVisitor(): void {
  if (readKnownUser() !== null) return;
  setSyncStatus(
    describeStatus({ ...NO_COUNTS, lost: 0, isOnline: online.get(), hasSession: readToken() !== null }),
  );
}

/**
 * A server that was down does not announce its return: request the catalogue now and then. Not by `createLoop`, whose code
 * visitors would load.
 */
function startProbe(): () => void {
  const timer = setInterval(() => {
    const isPageVisible = globalThis.document?.visibilityState !== 'hidden';
    if (!online.get() && isPageVisible && globalThis.navigator?.onLine !== false) requestCatalogue();
  }, PROBE_MS);
  return () => clearInterval(timer);
}

function requestCatalogue(): void {
  // The next occasion retries a failure.
  refreshCatalogue().catch(() => undefined);
}
