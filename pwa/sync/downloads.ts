import { watchConnection } from '../downloads/connection.ts';
import { watchDownloadSettings } from '../downloads/download-settings.ts';
import { onWake, wakeDownloads } from '../downloads/wake.ts';
import { findPrivateStore } from '../store/private-store.ts';
import { isOnline } from './connectivity.ts';
import { findIdentity } from './identity.ts';
import { keepCourse } from './refresh.ts';

/**
 * Delay before a file is retried after a network or server error, unless something requests downloads before.
 */
const AGAIN_MS = 60_000;
/** The shortest interval between two requests for a course's new file addresses. */
const RENEW_MS = 10 * 60_000;

/**
 * Downloads wanted files: when the user requests them, when courses changed, when the connection or the
 * settings allow it again, and as a retry after a failure. One run at a time; one tab works and the others
 * wait for its lock, so one of them continues however that tab ends. Returns a function that stops.
 */
export function startDownloads(): () => void {
  const stop = new AbortController();
  let isAskedAgain = false;
  let isRunning = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const run = async () => {
    isAskedAgain = true;
    if (isRunning) return;
    isRunning = true;
    while (isAskedAgain && !stop.signal.aborted) {
      isAskedAgain = false;
      clearTimeout(timer);
      if (await bringWanted(stop.signal)) timer = setTimeout(wakeDownloads, AGAIN_MS);
    }
    isRunning = false;
  };

  const stops = [onWake(run), watchDownloadSettings(run), watchConnection(run)];
  return () => {
    stop.abort();
    clearTimeout(timer);
    for (const end of stops) end();
  };
}

/** Returns whether a file failed that may succeed later. */
async function bringWanted(signal: AbortSignal): Promise<boolean> {
  const store = findPrivateStore();
  if (store === null || findIdentity() === null || !isOnline()) return false;
  try {
    // Loaded when the browser is idle: the first screen does not need the download code.
    const { keepWantedFiles } = await import('../downloads/keep-wanted.ts');
    const { problems } = await keepWantedFiles(store, { signal, renew: renewAddresses });
    return [...problems.values()].includes('lost');
  } catch {
    // The user signed out, or the device's storage is missing; the next occasion retries.
    return false;
  }
}

const renewals = new Map<string, { readonly at: number; readonly end: Promise<void> }>();

/**
 * Signed addresses expire after a day; fetching the course returns new ones. Calls shortly after each other
 * share one response.
 */
function renewAddresses(courseId: string): Promise<void> {
  const last = renewals.get(courseId);
  if (last !== undefined && Date.now() - last.at < RENEW_MS) return last.end;
  const end = keepCourse(courseId).catch(() => undefined);
  renewals.set(courseId, { at: Date.now(), end });
  return end;
}
