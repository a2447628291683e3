import { useEffect, useState } from 'react';
import { onBeforeReload } from '#pwa/install/before-reload.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { draftPrefix, listDrafts } from '#pwa/store/account/drafts.ts';
import type { DraftRow } from '#pwa/store/database/rows.ts';
import { restoreLost } from '#pwa/sync/copy/restore-lost.ts';
import { dropDraft, saveDraft } from '#pwa/sync/outbox/save-draft.ts';
import { useObservable } from '#pwa/ui/use-observable.ts';
import { type BookState, DraftBook } from './draft-book.ts';
import { findUnsavedBook, guardBook } from './unsaved-books.ts';

/** The pending writes of the course that was closed last; opening a course waits for them. */
let leaving: Promise<void> = Promise.resolve();

/** A user's drafts of one course; null until the stored ones are read. */
export function useDraftBook(userId: string, courseId: string): DraftBook | null {
  const [book, setBook] = useState<DraftBook | null>(null);
  const isOpen = book !== null;
  const areRestored = useRestoredDrafts(userId);
  const rows = usePrivateQuery(
    async (store) => {
      // Read once: afterwards the book is newer than the rows, which it writes itself.
      if (isOpen || !areRestored) return null;
      await leaving;
      return listDrafts(store, draftPrefix(courseId));
    },
    [courseId, isOpen, areRestored],
  );
  if (book === null && rows) setBook(openBook(userId, courseId, rows));
  useEffect(() => {
    if (book === null) return;
    const flush = () => book.flush();
    const stop = onBeforeReload(flush);
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
      leaving = book.flush();
    };
  }, [book]);
  return book;
}

/**
 * Returns whether the drafts of a database that the browser has lost are back in the store, as far as they have a copy: a
 * book that was opened before would write over them.
 */
function useRestoredDrafts(userId: string): boolean {
  const [restored, setRestored] = useState<string | null>(null);
  useEffect(() => {
    const end = () => setRestored(userId);
    // On a full disk the copy stays until it fits.
    restoreLost(userId).then(end, end);
  }, [userId]);
  return restored === userId;
}

/** If the last drafts of this course could not be stored, their book is reused. */
function openBook(userId: string, courseId: string, rows: readonly DraftRow[]): DraftBook {
  const key = `${userId} ${courseId}`;
  const before = findUnsavedBook(key);
  if (before !== null) return before;
  // Drafts are written to their author's store, even if another user is signed in by then.
  const write = (id: string, value: unknown) =>
    value === null ? dropDraft(userId, id) : saveDraft(userId, id, value);
  const book = new DraftBook({ courseId, rows, write });
  guardBook(key, book);
  return book;
}

export function useBookState(book: DraftBook): BookState {
  return useObservable(book.state);
}
