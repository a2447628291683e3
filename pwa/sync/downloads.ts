import { watchConnection } from '../downloads/plans/connection.ts';
import { downloadSettings } from '../downloads/plans/download-settings.ts';
import { onDownloadRequest } from '../downloads/plans/request-downloads.ts';
import { findPrivateStore } from '../store/database/private-store.ts';
import { createLoop, type Due } from './loop.ts';
import { downloadCourse } from './pull/refresh.ts';
import { online } from './status/connectivity.ts';
import { findIdentity } from './status/identity.ts';

/**
 * Delay before a file is retried after a network or server error, unless something requests downloads before.
 */
const AGAIN_MS = 60_000;
/** The shortest interval between two requests for a course's new file addresses. */
const ADDRESS_REFRESH_MS = 10 * 60_000;

/**
 * Downloads wanted files: when the user requests them, when courses changed, when the connection or the
 * settings allow it again, and as a retry after a failure. One run at a time; one tab works and the others
 * wait for its lock, so one of them continues however that tab ends. Returns a function that stops.
 */
export function startDownloads(): () => void {
  const loop = createLoop((_, signal) => downloadWanted(signal));
  const run = () => void loop.run();
  const stops = [onDownloadRequest(run), downloadSettings.subscribe(run), watchConnection(run), loop.stop];
  return () => {
    for (const stop of stops) stop();
  };
}

async function downloadWanted(signal: AbortSignal): Promise<Due> {
  const store = findPrivateStore();
  if (store === null || findIdentity() === null || !online.get()) return null;
  try {
    // Loaded when the browser is idle: the first screen does not need the download code.
    const { downloadWantedFiles } = await import('../downloads/fetch/download-wanted.ts');
    const { problems } = await downloadWantedFiles(store, { signal, refreshAddresses: refreshAddressesOf });
    return [...problems.values()].includes('lost') ? AGAIN_MS : null;
  } catch {
    // The user signed out, or the device's storage is missing; the next occasion retries.
    return null;
  }
}

const renewals = new Map<string, { readonly at: number; readonly end: Promise<void> }>();

/**
 * Signed addresses expire after a day; fetching the course returns new ones. Calls shortly after each other
 * share one response.
 */
function refreshAddressesOf(courseId: string): Promise<void> {
  const last = renewals.get(courseId);
  if (last !== undefined && Date.now() - last.at < ADDRESS_REFRESH_MS) return last.end;
  const end = downloadCourse(courseId).catch(() => undefined);
  renewals.set(courseId, { at: Date.now(), end });
  return end;
}
