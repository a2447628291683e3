import { useEffect, useState } from 'react';
import { formatPosition } from '#schema/resume.ts';
import styles from '../video-frame.module.css';

/** A position this close to the start or the end is not resumed. */
const RESUME_MARGIN_SECONDS = 5;
const NOTE_MS = 12_000;

interface ResumeNoteProps {
  film: HTMLVideoElement;
  startAt: number;
}

/** Seeks to the stored position, and says so until the video has played for a while. */
export function ResumeNote({ film, startAt }: ResumeNoteProps) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    let timer = 0;
    const resume = () => {
      if (!isWorthResuming(startAt, film.duration)) return;
      film.currentTime = startAt;
      setIsShown(true);
    };
    const hideSoon = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => setIsShown(false), NOTE_MS);
    };
    if (film.readyState >= HTMLMediaElement.HAVE_METADATA) resume();
    film.addEventListener('loadedmetadata', resume);
    film.addEventListener('play', hideSoon);
    return () => {
      clearTimeout(timer);
      film.removeEventListener('loadedmetadata', resume);
      film.removeEventListener('play', hideSoon);
    };
  }, [film, startAt]);
  const startOver = () => {
    setIsShown(false);
    film.currentTime = 0;
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
