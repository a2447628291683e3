import { Observable, type Readable } from '#pwa/device/observable.ts';
import { isSiteDataBlocked } from '#pwa/device/site-data.ts';

/*
 * Whether this tab waits for another tab that has an older version of a user's store open and does not close
 * it (for example a frozen tab). Until then nothing can be read here, which the screen has to say.
 */
const isHeld = new Observable(false);
const waiting = new Set<object>();

const isUnavailable = new Observable(isSiteDataBlocked());

/**
 * Whether the browser does not open the known user's store: a sentence that says that something is saved there must not
 * be shown.
 */
export const storeUnavailable: Readable<boolean> = isUnavailable;

/** Called after each access. */
export function noteAvailable(isAvailable: boolean): void {
  isUnavailable.set(!isAvailable);
}

/** An upgrade takes less, unless another tab blocks it. */
const OPEN_ALARM_MS = 5_000;

export const storeBlocked: Readable<boolean> = isHeld;

/** Called when opening a store is blocked; the state stays set until the request ends. */
export function noteBlocked(request: EventTarget | null): void {
  if (request === null) return;
  hold(request);
  for (const end of ['success', 'error']) request.addEventListener(end, () => release(request));
}

/**
 * Notices an upgrade that waits behind that of another tab: browsers queue such requests, and report only of the
 * first one that it is blocked.
 *
 * @param version the native one
 */
export function watchOpening(name: string, version: number, opening: PromiseLike<unknown>): void {
  let isOver = false;
  const timer = setTimeout(async () => {
    if ((await isOlder(name, version)) && !isOver) hold(opening);
  }, OPEN_ALARM_MS);
  const end = () => {
    isOver = true;
    clearTimeout(timer);
    release(opening);
  };
  opening.then(end, end);
}

/** False where the browser does not tell: a slow disk must not be reported as another tab. */
async function isOlder(name: string, version: number): Promise<boolean> {
  const databases = (await indexedDB.databases?.().catch(() => [])) ?? [];
  return databases.some((stored) => stored.name === name && (stored.version ?? version) < version);
}

function hold(reason: object): void {
  waiting.add(reason);
  isHeld.set(true);
}

function release(reason: object): void {
  waiting.delete(reason);
  isHeld.set(waiting.size > 0);
}
