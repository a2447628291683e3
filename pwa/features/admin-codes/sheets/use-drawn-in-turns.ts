import { useEffect, useState } from 'react';

/** A QR code takes a slow phone 8 ms, so this many take less than a noticeable pause. */
const CODES_PER_TURN = 6;

/**
 * Counts up to `total` in turns of a few codes, between which the page responds: drawing thousands of QR codes takes
 * seconds.
 */
export function useDrawnInTurns(total: number): number {
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    if (drawn >= total) return;
    const turn = setTimeout(() => setDrawn(drawn + CODES_PER_TURN));
    return () => clearTimeout(turn);
  }, [drawn, total]);
  return Math.min(drawn, total);
}
