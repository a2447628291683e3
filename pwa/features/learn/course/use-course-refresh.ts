import { useCallback, useEffect, useState } from 'react';
import { downloadCourse } from '#pwa/sync/pull/refresh.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';

export interface CourseRefresh {
  /** The message of the last failed attempt; stored data is unchanged. */
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly retry: () => void;
}

/** A course stored more recently than this is not fetched again. */
const FRESH_MS = 5 * 60_000;

/**
 * Refreshes the course once the screen has shown the stored data, so that requests do not compete with the first render.
 *
 * @param known the stored course: undefined while it is read, null if there is none
 */
export function useCourseRefresh(
  courseId: string,
  known: { keptAt: string } | null | undefined,
): CourseRefresh {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const retry = useCallback(() => {
    setIsBusy(true);
    downloadCourse(courseId)
      .then(
        () => setProblem(null),
        (error: unknown) => setProblem(sentenceOf(error)),
      )
      .finally(() => setIsBusy(false));
  }, [courseId]);

  const isStale = known !== undefined && (known === null || Date.now() - Date.parse(known.keptAt) > FRESH_MS);
  useEffect(() => {
    if (isStale) retry();
  }, [isStale, retry]);

  return { problem, isBusy, retry };
}

function sentenceOf(error: unknown): string {
  return describeFailure(error);
}
