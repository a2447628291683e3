import { useCallback, useEffect, useState } from 'react';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { type ProgressChange, recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import type { LessonProgress } from '#schema/learning/progress.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { whenRead } from './when-read.ts';

/** How long a learner stays before a lesson that was begun becomes the one to continue again. */
const STAY_MS = 2_000;

type Visit = NonNullable<ProgressChange['visit']>;

export interface LessonRecorder {
  /** Why the last record could not be stored, as a sentence; null if it was. */
  readonly problem: string | null;
  readonly savePosition: (seconds: number) => void;
  readonly saveVisit: (visit: Visit) => void;
  /** Resolves to whether it was stored. */
  readonly complete: (isCompleted: boolean) => Promise<boolean>;
}

/**
 * Records the learner's progress in the current lesson: on the device first, from where it is sent. A result
 * that arrives after a step to another lesson is not shown there.
 */
export function useLessonRecorder(lessonId: string): LessonRecorder {
  const userId = useUserId();
  const [failed, setFailed] = useState<{ lessonId: string; problem: string } | null>(null);
  const record = useCallback(
    (change: ProgressChange) => {
      return recordProgress(userId, lessonId, change).then(
        () => {
          setFailed(null);
          return true;
        },
        (error: unknown) => {
          setFailed({ lessonId, problem: describeFailure(error) });
          return false;
        },
      );
    },
    [userId, lessonId],
  );
  const savePosition = useCallback((positionSeconds: number) => void record({ positionSeconds }), [record]);
  const saveVisit = useCallback((visit: Visit) => void record({ visit }), [record]);
  const complete = useCallback((isCompleted: boolean) => record({ isCompleted }), [record]);
  const problem = failed?.lessonId === lessonId ? failed.problem : null;
  return { problem, savePosition, saveVisit, complete };
}

/** Records the visit, so that the learner returns to this lesson; the first one begins it, once it is read. */
export function useVisit(
  { saveVisit }: LessonRecorder,
  known: LessonProgress | null,
  hasVideo: boolean,
): void {
  const [wasBegun] = useState(known !== null);
  useEffect(() => {
    const save = () => saveVisit({ hasVideo });
    if (!wasBegun) return whenRead(save);
    const timer = setTimeout(save, STAY_MS);
    return () => clearTimeout(timer);
  }, [saveVisit, wasBegun, hasVideo]);
}
