import { useCallback, useEffect, useRef, useState } from 'react';

/** How long nothing has to stir before the controls leave the picture alone. */
const REST_AFTER_MS = 3_000;

interface Rest {
  readonly isResting: boolean;
  readonly wake: () => void;
  readonly rest: () => void;
}

/**
 * Whether the controls may leave the picture: only while the film plays and nobody stirs. That they never
 * leave while something in them shows the keyboard's focus is said in the style sheet.
 */
export function useRest(stage: HTMLElement | null, isPlaying: boolean): Rest {
  const [isResting, setIsResting] = useState(false);
  const timer = useRef(0);
  const wake = useCallback(() => {
    clearTimeout(timer.current);
    setIsResting(false);
    timer.current = window.setTimeout(() => setIsResting(true), REST_AFTER_MS);
  }, []);
  const rest = useCallback(() => {
    clearTimeout(timer.current);
    setIsResting(true);
  }, []);

  useEffect(() => {
    if (stage === null || !isPlaying) return;
    const onMove = (event: PointerEvent) => {
      // A finger says what it wants by a tap.
      if (event.pointerType === 'mouse') wake();
    };
    wake();
    stage.addEventListener('pointermove', onMove);
    stage.addEventListener('keydown', wake);
    return () => {
      clearTimeout(timer.current);
      stage.removeEventListener('pointermove', onMove);
      stage.removeEventListener('keydown', wake);
    };
  }, [stage, isPlaying, wake]);

  return { isResting: isResting && isPlaying, wake, rest };
}
