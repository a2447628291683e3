import { useCallback, useEffect, useRef, useState } from 'react';

/** The idle time after which the controls are hidden. */
const REST_AFTER_MS = 3_000;

interface Rest {
  readonly isResting: boolean;
  readonly wake: () => void;
  readonly rest: () => void;
}

/**
 * Whether the controls may be hidden: only during playback and without user interaction. The style sheet
 * keeps them visible while one of them has keyboard focus.
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
      // Touch input is handled as taps.
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
