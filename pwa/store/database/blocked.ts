import { Observable, type Readable } from '#pwa/device/observable.ts';

/*
 * Whether this tab waits for another tab that has an older version of a user's store open and does not close
 * it (for example a frozen tab). Until then nothing can be read here, which the screen has to say.
 */
const isHeld = new Observable(false);

export const storeBlocked: Readable<boolean> = isHeld;

/** Called when opening a store is blocked; the state stays set until the request ends. */
export function noteBlocked(request: EventTarget | null): void {
  isHeld.set(true);
  for (const end of ['success', 'error']) request?.addEventListener(end, () => isHeld.set(false));
}
