import { useEffect, useState, useSyncExternalStore } from 'react';
import { onBeforeReload } from '../../install/before-reload.ts';
import { usePrivateQuery } from '../../session/use-private-query.ts';
import { listDrafts } from '../../store/drafts.ts';
import { dropDraft, keepDraft } from '../../sync/keep-draft.ts';
import { type BookState, DraftBook } from './draft-book.ts';
import { draftPrefix } from './draft-rows.ts';

/** What a course that was just left is still writing down: whoever opens it again waits for that. */
let leaving: Promise<void> = Promise.resolve();

/** The drafts of one course, once the device has said what it kept; null until then. */
export function useDraftBook(courseId: string): DraftBook | null {
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
  if (book === null && rows) setBook(new DraftBook({ courseId, rows, write: writeDraft }));
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

export function useBookState(book: DraftBook): BookState {
  return useSyncExternalStore(book.subscribe, book.getState);
}

function writeDraft(id: string, value: unknown): Promise<void> {
  return value === null ? dropDraft(id) : keepDraft(id, value);
}
