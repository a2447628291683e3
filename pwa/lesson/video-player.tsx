import { createElement, useCallback, useEffect, useRef, useState } from 'react';
import { formatPosition } from '#schema/resume.ts';
import styles from './video-frame.module.css';

const SAVE_EVERY_MS = 15_000;
/** A start so near to either end is no place worth resuming. */
const RESUME_MARGIN_SECONDS = 5;
const RESUME_NOTE_MS = 12_000;

interface VideoPlayerProps {
  src: string;
  lesson: { readonly title: string };
  startAt: number;
  onPosition: (seconds: number) => void;
  onEnded: () => void;
  onProblem?: () => void;
}

/** The browser's own player, which remembers where the learner stopped. */
export function VideoPlayer({ src, lesson, startAt, onPosition, onEnded, onProblem }: VideoPlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [resumedAt, setResumedAt] = useState<number | null>(null);
  const savePosition = usePositionSaver(video, startAt, onPosition);
  const noteTimer = useRef(0);
  useEffect(() => () => clearTimeout(noteTimer.current), []);

  const resume = () => {
    const element = video.current;
    if (element === null || !isWorthResuming(startAt, element.duration)) return;
    element.currentTime = startAt;
    setResumedAt(startAt);
  };
  const hideNoteSoon = () => {
    if (resumedAt !== null) noteTimer.current = window.setTimeout(() => setResumedAt(null), RESUME_NOTE_MS);
  };
  const startOver = () => {
    setResumedAt(null);
    if (video.current !== null) video.current.currentTime = 0;
  };

  // Not as JSX: a film brings its captions in the picture, there is no track that could be named here.
  const film = createElement('video', {
    ref: video,
    src,
    'aria-label': lesson.title,
    controls: true,
    playsInline: true,
    preload: 'metadata',
    onLoadedMetadata: resume,
    onPlay: hideNoteSoon,
    onPause: () => savePosition('now'),
    onSeeked: () => savePosition('now'),
    onTimeUpdate: () => savePosition('sometimes'),
    onEnded,
    onError: onProblem,
  });

  return (
    <>
      {film}
      {resumedAt !== null && (
        <div className={styles.note} role="status">
          Resumed at {formatPosition(resumedAt)}
          <button type="button" onClick={startOver}>
            Start over
          </button>
        </div>
      )}
    </>
  );
}

function isWorthResuming(startAt: number, duration: number): boolean {
  return startAt >= RESUME_MARGIN_SECONDS && startAt < duration - RESUME_MARGIN_SECONDS;
}

/**
 * Says where the video is: at once when asked to (pause, seek), now and then while it plays, and when
 * the page is left, hidden or shows another lesson. What is known already (`startAt`) is not said again.
 */
function usePositionSaver(
  video: { readonly current: HTMLVideoElement | null },
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

  return (when: 'now' | 'sometimes') => {
    if (video.current === null) return;
    latest.current = video.current.currentTime;
    const isDue = performance.now() - saved.current.at >= SAVE_EVERY_MS;
    if (when === 'now' || isDue) saveLatest();
  };
}
