import { useCallback, useEffect, useRef, useState } from 'react';
import { POSITION_MAX_SECONDS } from '#schema/limits.ts';
import type { LessonProgress } from '#schema/progress.ts';
import { describeFailure } from '#schema/spoken-error.ts';
import { useUserId } from '../../session/use-user-id.ts';
import { recordProgress } from '../../sync/record-progress.ts';

/** How long somebody stays before a lesson counts as the place where they stopped. */
const STAY_MS = 2_000;

export interface LessonRecorder {
  /** Why the last record was not kept, as a sentence; null when all is well. */
  readonly problem: string | null;
  readonly savePosition: (seconds: number) => void;
  /** As `savePosition`, unless the film was moved meanwhile: where that stands is worth more than a visit. */
  readonly saveVisit: (seconds: number) => void;
  readonly complete: (isCompleted: boolean) => void;
}

/** Writes what the learner does in a lesson: to the device first, from where it is sent. */
export function useLessonRecorder(lessonId: string): LessonRecorder {
  const userId = useUserId();
  const [problem, setProblem] = useState<string | null>(null);
  const record = useCallback(
    (change: { isCompleted?: boolean; positionSeconds?: number }) => {
      recordProgress(userId, lessonId, change).then(
        () => setProblem(null),
        (error: unknown) => setProblem(describeFailure(error)),
      );
    },
    [userId, lessonId],
  );
  const hasMoved = useRef(false);
  const savePosition = useCallback(
    (positionSeconds: number) => {
      hasMoved.current = true;
      record({ positionSeconds });
    },
    [record],
  );
  const saveVisit = useCallback(
    (positionSeconds: number) => {
      if (!hasMoved.current) record({ positionSeconds });
    },
    [record],
  );
  const complete = useCallback((isCompleted: boolean) => record({ isCompleted }), [record]);
  return { problem, savePosition, saveVisit, complete };
}

/**
 * Remembers that the learner was here, so that they come back to this lesson. Without a film the
 * position only counts up, visit by visit: it says when, not where. A film that was begun is left
 * alone: its position may be newer on another device.
 */
export function useVisit(
  { saveVisit }: LessonRecorder,
  known: LessonProgress | null,
  hasVideo: boolean,
): void {
  const isPlaceSafe = !hasVideo || known === null;
  const [nextPosition] = useState(
    Math.min(POSITION_MAX_SECONDS, (known?.positionSeconds ?? 0) + STAY_MS / 1_000),
  );
  useEffect(() => {
    if (!isPlaceSafe) return;
    const timer = setTimeout(() => saveVisit(nextPosition), STAY_MS);
    return () => clearTimeout(timer);
  }, [saveVisit, isPlaceSafe, nextPosition]);
}
