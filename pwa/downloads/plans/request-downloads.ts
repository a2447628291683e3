import { Signal } from '#pwa/device/observable.ts';

/*
 * Requests downloads when the wanted files change. A request reaches this tab only; its run waits for the
 * lock of the tab that is downloading.
 */
const requests = new Signal();

/** Requests a run: there may be something to download. */
export function requestDownloads(): void {
  requests.emit();
}

/** Calls back at each request. Returns a function that stops. */
export const onDownloadRequest = requests.subscribe;
