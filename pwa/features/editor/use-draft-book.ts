import { useEffect, useState, useSyncExternalStore } from 'react';
import { onBeforeReload } from '../../install/before-reload.ts';
import { usePrivateQuery } from '../../session/use-private-query.ts';
import { draftPrefix, listDrafts } from '../../store/drafts.ts';
import type { DraftRow } from '../../store/rows.ts';
import { dropDraft, keepDraft } from '../../sync/keep-draft.ts';
import { type BookState, DraftBook } from './draft-book.ts';
import { findUnkeptBook, guardBook } from './unkept-books.ts';

/** What a course that was just left is still writing down: whoever opens it again waits for that. */
let leaving: Promise<void> = Promise.resolve();

/** The drafts of one course of one person, once the device has said what it kept; null until then. */
export function useDraftBook(userId: string, courseId: string): DraftBook | null {
  const [book, setBook] = useState<DraftBook | null>(null);
  const isOpen = book !== null;
  const rows = usePrivateQuery(
    async (store) => {
      // Read once: from then on the book knows better than the rows that it writes itself.
      if (isOpen) return null;
      await leaving;
      return listDrafts(store, draftPrefix(courseId));
    },
    [courseId, isOpen],
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

/** Opened where the device could not take the last words in time, the book of before goes on. */
function openBook(userId: string, courseId: string, rows: readonly DraftRow[]): DraftBook {
  const key = `${userId} ${courseId}`;
  const before = findUnkeptBook(key);
  if (before !== null) return before;
  // Its words go into its owner's store, whoever is here by then.
  const write = (id: string, value: unknown) =>
    value === null ? dropDraft(userId, id) : keepDraft(userId, id, value);
  const book = new DraftBook({ courseId, rows, write });
  guardBook(key, book);
  return book;
}

export function useBookState(book: DraftBook): BookState {
  return useSyncExternalStore(book.subscribe, book.getState);
}
