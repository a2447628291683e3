import { useCallback, useEffect, useRef, useState } from 'react';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import type { LessonProgress } from '#schema/learning/progress.ts';
import { POSITION_MAX_SECONDS } from '#schema/limits.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { whenRead } from './when-read.ts';

/** How long a learner stays before a lesson that was begun becomes the one to continue again. */
const STAY_MS = 2_000;

export interface LessonRecorder {
  /** Why the last record could not be stored, as a sentence; null if it was. */
  readonly problem: string | null;
  readonly savePosition: (seconds: number) => void;
  /**
   * Like `savePosition`, but ignored if the video was moved in the meantime: its position has precedence over
   * a visit.
   */
  readonly saveVisit: (seconds: number) => void;
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
    (change: { isCompleted?: boolean; positionSeconds?: number }) => {
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
  const movedId = useRef<string | null>(null);
  const savePosition = useCallback(
    (positionSeconds: number) => {
      movedId.current = lessonId;
      void record({ positionSeconds });
    },
    [record, lessonId],
  );
  const saveVisit = useCallback(
    (positionSeconds: number) => {
      if (movedId.current !== lessonId) void record({ positionSeconds });
    },
    [record, lessonId],
  );
  const complete = useCallback((isCompleted: boolean) => record({ isCompleted }), [record]);
  const problem = failed?.lessonId === lessonId ? failed.problem : null;
  return { problem, savePosition, saveVisit, complete };
}

/**
 * Records the visit, so that the learner returns to this lesson; the first one begins it, once it is read. Without a video, the position only increases
 * with each visit: it orders visits and is not a position. A video that was started is left alone: its
 * position may be newer on another device.
 */
export function useVisit(
  { saveVisit }: LessonRecorder,
  known: LessonProgress | null,
  hasVideo: boolean,
): void {
  const isPlaceSafe = !hasVideo || known === null;
  const [wasBegun] = useState(known !== null);
  const [nextPosition] = useState(
    Math.min(POSITION_MAX_SECONDS, (known?.positionSeconds ?? 0) + STAY_MS / 1_000),
  );
  useEffect(() => {
    if (!isPlaceSafe) return;
    const save = () => saveVisit(nextPosition);
    if (!wasBegun) return whenRead(save);
    const timer = setTimeout(save, STAY_MS);
    return () => clearTimeout(timer);
  }, [saveVisit, isPlaceSafe, wasBegun, nextPosition]);
}
