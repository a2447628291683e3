import { readKnownUser, watchKnownUser } from '../../store/known-user.ts';
import type { DraftBook } from './draft-book.ts';

/*
 * Words that this device could not take: a full disk, most likely. They are in this tab and nowhere else. So
 * the book that holds them outlives its screen, is tried again until the device takes it, and as long as there
 * is one the browser asks before the tab is closed.
 */

const TRY_AGAIN_MS = 4_000;

const unkept = new Map<string, DraftBook>();
let stopTrying: (() => void) | null = null;

/** Looks after a book for as long as there are words in it that the device has not got. */
export function guardBook(key: string, book: DraftBook): void {
  book.subscribe(() => {
    const { kind } = book.getKeeping();
    if (kind === 'failed') unkept.set(key, book);
    if (kind === 'kept') unkept.delete(key);
    tryWhileAny();
  });
}

/** The book of a course that was left with words in it that the device has not got. */
export function findUnkeptBook(key: string): DraftBook | null {
  return unkept.get(key) ?? null;
}

function tryWhileAny(): void {
  if (unkept.size === 0) {
    stopTrying?.();
    stopTrying = null;
  } else stopTrying ??= keepTrying();
}

function keepTrying(): () => void {
  const timer = setInterval(() => {
    for (const book of unkept.values()) void book.flush();
  }, TRY_AGAIN_MS);
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  // Who signs out was asked about what is not saved; nothing of theirs stays.
  const stopWatching = watchKnownUser(() => {
    if (readKnownUser() === null) unkept.clear();
    tryWhileAny();
  });
  globalThis.addEventListener('beforeunload', warn);
  return () => {
    clearInterval(timer);
    globalThis.removeEventListener('beforeunload', warn);
    stopWatching();
  };
}
