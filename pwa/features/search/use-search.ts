import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { type OpenIndexes, openIndexes } from '#pwa/search/open-indexes.ts';
import { type Found, searchCourses } from '#pwa/search/search-courses.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { listSearchable, type SearchableCourse } from '#pwa/store/offline/search-indexes.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';

export interface Search {
  /** The searchable lessons; undefined while they are read. */
  readonly searchable: readonly SearchableCourse[] | null | undefined;
  /** The matches; null while the lessons are being read. */
  readonly found: Found | null;
  /** Why the lessons could not be read, as a sentence. */
  readonly problem: string | null;
  readonly retry: () => void;
}

/** Searches all downloaded lessons, again whenever they change: another user's edit is found at once. */
export function useSearch(text: string): Search {
  const searchable = usePrivateQuery(listSearchable, []);
  const { indexes, problem, retry } = useIndexes(searchable);
  const query = useDeferredValue(text);
  const found = useMemo(() => {
    if (indexes === null) return null;
    const byCourse = new Map([...indexes].map(([courseId, { index }]) => [courseId, index]));
    return searchCourses(byCourse, query);
  }, [indexes, query]);
  return { searchable, found, problem, retry };
}

function useIndexes(searchable: readonly SearchableCourse[] | null | undefined) {
  const [indexes, setIndexes] = useState<OpenIndexes | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const open = useRef<OpenIndexes>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is the same work once more
  useEffect(() => {
    if (!searchable) return;
    let isOver = false;
    openIndexes(searchable, open.current).then(
      (next) => {
        open.current = next;
        if (isOver) return;
        setIndexes(next);
        setProblem(null);
      },
      (error: unknown) => {
        if (!isOver) setProblem(describeFailure(error));
      },
    );
    return () => {
      isOver = true;
    };
  }, [searchable, tries]);
  return { indexes, problem, retry: () => setTries(tries + 1) };
}
