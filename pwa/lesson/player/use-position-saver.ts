import { useCallback, useEffect, useRef } from 'react';

const SAVE_EVERY_MS = 15_000;

/**
 * Reports the position of a video: at once on request (pause, seek), periodically during playback, and when
 * the page is left, hidden or shows another lesson, even before a seek has completed. The known position
 * (`startAt`) is not reported again.
 */
export function usePositionSaver(
  video: HTMLVideoElement | null,
  startAt: number,
  onPosition: (seconds: number) => void,
) {
  const saved = useRef({ seconds: startAt, at: 0 });
  const latest = useRef<number | null>(null);
  const report = useRef(onPosition);
  useEffect(() => {
    report.current = onPosition;
  });

  const saveLatest = useCallback(() => {
    const seconds = latest.current;
    if (seconds === null || Math.abs(seconds - saved.current.seconds) < 1) return;
    saved.current = { seconds, at: performance.now() };
    report.current(Math.floor(seconds));
  }, []);

  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') saveLatest();
    };
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('pagehide', saveLatest);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('pagehide', saveLatest);
      saveLatest();
    };
  }, [saveLatest]);

  return (when: 'now' | 'sometimes' | 'whenLeft') => {
    if (video === null) return;
    latest.current = video.currentTime;
    const isDue = when === 'sometimes' && performance.now() - saved.current.at >= SAVE_EVERY_MS;
    if (when === 'now' || isDue) saveLatest();
  };
}
