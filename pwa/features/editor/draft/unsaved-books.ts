import { readKnownUser, watchKnownUser } from '#pwa/store/database/known-user.ts';
import type { DraftBook } from './draft-book.ts';

/*
 * Drafts that could not be stored on this device, most likely because it is full, exist only in this tab.
 * Their book therefore outlives its screen and is retried until the device accepts it; until then, the
 * browser asks before the tab is closed.
 */

const RETRY_DELAY_MS = 4_000;

const unsaved = new Map<string, DraftBook>();
let stopTrying: (() => void) | null = null;

/** Retains and retries a book while it has drafts that are not on the device. */
export function guardBook(key: string, book: DraftBook): void {
  book.saveState.subscribe(() => {
    const { kind } = book.saveState.get();
    if (kind === 'failed') unsaved.set(key, book);
    if (kind === 'saved') unsaved.delete(key);
    tryWhileAny();
  });
}

/** The book of a course that was closed with drafts that are not on the device; null if there is none. */
export function findUnsavedBook(key: string): DraftBook | null {
  return unsaved.get(key) ?? null;
}

function tryWhileAny(): void {
  if (unsaved.size === 0) {
    stopTrying?.();
    stopTrying = null;
  } else stopTrying ??= retryUntilSaved();
}

function retryUntilSaved(): () => void {
  const timer = setInterval(() => {
    for (const book of unsaved.values()) void book.flush();
  }, RETRY_DELAY_MS);
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  // The user was warned about unsaved changes before signing out; none of their data stays.
  const stopWatching = watchKnownUser(() => {
    if (readKnownUser() === null) unsaved.clear();
    tryWhileAny();
  });
  globalThis.addEventListener('beforeunload', warn);
  return () => {
    clearInterval(timer);
    globalThis.removeEventListener('beforeunload', warn);
    stopWatching();
  };
}
