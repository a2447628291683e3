import { useCallback, useEffect, useState } from 'react';
import { describeFailure } from '#schema/spoken-error.ts';
import { keepCourse, refreshProgress } from '../../sync/refresh.ts';

export interface CourseRefresh {
  /** The sentence of the last failed attempt; what is kept on the device stays as it is. */
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly retry: () => void;
}

/** A course that was kept so lately is not asked for again. */
const FRESH_MS = 5 * 60_000;

/**
 * Brings the course and the learner's progress up to date once the screen has shown what the device
 * has, so that the network never competes with the first text.
 *
 * @param known what the device has of it: undefined while that is read, null when nothing
 */
export function useCourseRefresh(
  courseId: string,
  known: { keptAt: string } | null | undefined,
): CourseRefresh {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const retry = useCallback(() => {
    setIsBusy(true);
    keepCourse(courseId)
      .then(
        () => setProblem(null),
        (error: unknown) => setProblem(sentenceOf(error)),
      )
      .finally(() => setIsBusy(false));
  }, [courseId]);

  const isReady = known !== undefined;
  const isStale = isReady && (known === null || Date.now() - Date.parse(known.keptAt) > FRESH_MS);
  useEffect(() => {
    if (isStale) retry();
  }, [isStale, retry]);
  useEffect(() => {
    // Progress from other devices is welcome, but nothing on this screen waits for it.
    if (isReady) refreshProgress().catch(() => undefined);
  }, [isReady]);

  return { problem, isBusy, retry };
}

function sentenceOf(error: unknown): string {
  return describeFailure(error);
}
