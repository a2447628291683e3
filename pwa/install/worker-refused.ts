import { Observable, type Readable } from '../device/observable.ts';

const current = new Observable(false);

/** Whether the browser refused the service worker, as some do in private windows. */
export const isWorkerRefused: Readable<boolean> = current;

export function noteWorkerRefused(): void {
  current.set(true);
}
