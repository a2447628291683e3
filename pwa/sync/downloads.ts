import { watchConnection } from '../downloads/connection.ts';
import { watchDownloadSettings } from '../downloads/download-settings.ts';
import { onWake, wakeDownloads } from '../downloads/wake.ts';
import { findPrivateStore } from '../store/private-store.ts';
import { isOnline } from './connectivity.ts';
import { findIdentity } from './identity.ts';
import { keepCourse } from './refresh.ts';

/** A file that the line or the server failed is tried again after so long, if nothing wakes the downloads before. */
const AGAIN_MS = 60_000;
/** A course is asked for new addresses of its files at most so often. */
const RENEW_MS = 10 * 60_000;

/**
 * Downloads what is wanted: now, when somebody chooses, when courses changed, when the line or the settings
 * allow it again, and once more after what failed. One run at a time; of several tabs one works and the
 * others wait behind it, so that its end, however it comes, is followed at once. Returns the way to stop.
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

/** Answers whether something failed that may go well later. */
async function bringWanted(signal: AbortSignal): Promise<boolean> {
  const store = findPrivateStore();
  if (store === null || findIdentity() === null || !isOnline()) return false;
  try {
    // What downloads is read when there is time: it is no part of anybody's first picture.
    const { keepWantedFiles } = await import('../downloads/keep-wanted.ts');
    const { problems } = await keepWantedFiles(store, { signal, renew: renewAddresses });
    return [...problems.values()].includes('lost');
  } catch {
    // The person left, or the device's storage is not there; at the next occasion it is tried again.
    return false;
  }
}

const renewals = new Map<string, { readonly at: number; readonly end: Promise<void> }>();

/** Signed addresses run out after a day: the course brings new ones. Whoever asks a little later gets the same answer. */
function renewAddresses(courseId: string): Promise<void> {
  const last = renewals.get(courseId);
  if (last !== undefined && Date.now() - last.at < RENEW_MS) return last.end;
  const end = keepCourse(courseId).catch(() => undefined);
  renewals.set(courseId, { at: Date.now(), end });
  return end;
}
