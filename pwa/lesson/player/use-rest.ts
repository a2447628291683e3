import { useCallback, useEffect, useRef, useState } from 'react';

/** The idle time after which the controls are hidden. */
const REST_AFTER_MS = 3_000;

interface Rest {
  readonly isResting: boolean;
  readonly endRest: () => void;
  readonly rest: () => void;
}

/**
 * Whether the controls may be hidden: only during playback and without user interaction. The style sheet
 * keeps them visible while one of them has keyboard focus.
 */
export function useRest(stage: HTMLElement | null, isPlaying: boolean): Rest {
  const [isResting, setIsResting] = useState(false);
  const timer = useRef(0);
  const endRest = useCallback(() => {
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
      if (event.pointerType === 'mouse') endRest();
    };
    endRest();
    stage.addEventListener('pointermove', onMove);
    stage.addEventListener('keydown', endRest);
    return () => {
      clearTimeout(timer.current);
      stage.removeEventListener('pointermove', onMove);
      stage.removeEventListener('keydown', endRest);
    };
  }, [stage, isPlaying, endRest]);

  return { isResting: isResting && isPlaying, endRest, rest };
}
