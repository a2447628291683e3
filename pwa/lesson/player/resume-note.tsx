import { useEffect, useState } from 'react';
import { formatPosition } from '#schema/learning/resume.ts';
import styles from '../video-frame.module.css';

/** A position this close to the start or the end is not resumed. */
const RESUME_MARGIN_SECONDS = 5;
const NOTE_MS = 12_000;

interface ResumeNoteProps {
  video: HTMLVideoElement;
  startAt: number;
}

/** Seeks to the stored position, and says so until the video has played for a while. */
export function ResumeNote({ video, startAt }: ResumeNoteProps) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    let timer = 0;
    const resume = () => {
      if (!isWorthResuming(startAt, video.duration)) return;
      video.currentTime = startAt;
      setIsShown(true);
    };
    const hideSoon = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => setIsShown(false), NOTE_MS);
    };
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) resume();
    video.addEventListener('loadedmetadata', resume);
    video.addEventListener('play', hideSoon);
    return () => {
      clearTimeout(timer);
      video.removeEventListener('loadedmetadata', resume);
      video.removeEventListener('play', hideSoon);
    };
  }, [video, startAt]);
  const startOver = () => {
    setIsShown(false);
    video.currentTime = 0;
  };
  if (!isShown) return null;
  return (
    <div className={styles.note} role="status">
      Resumed at {formatPosition(startAt)}
      <button type="button" onClick={startOver}>
        Start over
      </button>
    </div>
  );
}

function isWorthResuming(startAt: number, duration: number): boolean {
  return startAt >= RESUME_MARGIN_SECONDS && startAt < duration - RESUME_MARGIN_SECONDS;
}
