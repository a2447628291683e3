import { useState } from 'react';

interface FinishMoment {
  readonly isShown: boolean;
  /** Called when the learner completes a lesson on this screen. */
  readonly noteCompletion: () => void;
  readonly close: () => void;
}

/**
 * Whether to show that the course is finished: from the moment in which it becomes so on this screen until the learner
 * closes it, whichever lesson was the last, and whether a button, a video or another device completed it. A finish
 * from before the screen was opened, which a new device pulls, is none; that of this screen is one whatever its time,
 * because the server corrects the time of a clock that is ahead. After an undo, the next finish is another.
 */
export function useFinishMoment(finishedAt: string | null): FinishMoment {
  const [openedAt] = useState(Date.now);
  const [isOwn, setIsOwn] = useState(false);
  const [wasFinished, setWasFinished] = useState(finishedAt !== null);
  const [isShown, setIsShown] = useState(false);
  const isFinished = finishedAt !== null;
  if (isFinished !== wasFinished) {
    setWasFinished(isFinished);
    setIsShown(isFinished && (isOwn || Date.parse(finishedAt) >= openedAt));
  }
  return { isShown, noteCompletion: () => setIsOwn(true), close: () => setIsShown(false) };
}
