import { useCallback, useEffect, useState } from 'react';
import { keepCourse, refreshProgress } from '../../sync/refresh.ts';

export interface CourseRefresh {
  /** The sentence of the last failed attempt; what is kept on the device stays as it is. */
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly retry: () => void;
}

/**
 * Brings the course and the learner's progress up to date once the screen has shown what the device
 * has (`isReady`), so that the network never competes with the first text.
 */
export function useCourseRefresh(courseId: string, isReady: boolean): CourseRefresh {
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

  useEffect(() => {
    if (!isReady) return;
    retry();
    // Progress from other devices is welcome, but nothing on this screen waits for it.
    refreshProgress().catch(() => undefined);
  }, [isReady, retry]);

  return { problem, isBusy, retry };
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
