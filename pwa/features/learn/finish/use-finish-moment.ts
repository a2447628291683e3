import { useState } from 'react';

/**
 * Whether to show that the course is finished: from the moment in which it becomes so on this screen until the learner
 * closes it, whichever lesson was the last, and whether a button, a video or another device completed it. A finish
 * from before the screen was opened, which a new device pulls, is none. After an undo, the next finish is another.
 */
export function useFinishMoment(finishedAt: string | null): { isShown: boolean; close: () => void } {
  const [openedAt] = useState(Date.now);
  const [wasFinished, setWasFinished] = useState(finishedAt !== null);
  const [isShown, setIsShown] = useState(false);
  const isFinished = finishedAt !== null;
  if (isFinished !== wasFinished) {
    setWasFinished(isFinished);
    setIsShown(isFinished && Date.parse(finishedAt) >= openedAt);
  }
  return { isShown, close: () => setIsShown(false) };
}
