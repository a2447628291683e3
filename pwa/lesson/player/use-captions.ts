import { useEffect, useState } from 'react';

/** Words of a film as a file beside it, in WebVTT. */
export interface CaptionTrack {
  readonly id: string;
  /** As people choose it: a language, mostly. */
  readonly title: string;
  readonly src: string;
}

interface Captions {
  /** What is said now; null while nothing is, or while captions are off. */
  readonly words: string | null;
  /** The file did not come. */
  readonly hasFailed: boolean;
}

/**
 * The words of one of the film's tracks, to be drawn by the player itself: the browser would put them behind the
 * controls. Its file is fetched when it is first asked for.
 *
 * @param shownId of the track; null for none
 */
export function useCaptions(film: HTMLVideoElement | null, shownId: string | null): Captions {
  const [words, setWords] = useState<string | null>(null);
  const [failedId, setFailedId] = useState<string | null>(null);
  useEffect(() => {
    const element =
      shownId === null ? null : film?.querySelector<HTMLTrackElement>(`track[id="${CSS.escape(shownId)}"]`);
    if (!element) return;
    const { track } = element;
    const show = () => setWords(wordsOf(track));
    const fail = () => setFailedId(shownId);
    const succeed = () => setFailedId(null);
    // Hidden, not showing: the browser then says what is due and draws nothing.
    track.mode = 'hidden';
    show();
    track.addEventListener('cuechange', show);
    element.addEventListener('error', fail);
    element.addEventListener('load', succeed);
    const stopApple = drawInAppleFullscreen(film, track);
    return () => {
      track.mode = 'disabled';
      track.removeEventListener('cuechange', show);
      element.removeEventListener('error', fail);
      element.removeEventListener('load', succeed);
      stopApple();
      setWords(null);
    };
  }, [film, shownId]);
  return { words, hasFailed: shownId !== null && failedId === shownId };
}

/** Where an iPhone shows the film alone, nothing of the page is seen: there the browser draws the words. */
function drawInAppleFullscreen(film: HTMLVideoElement | null, track: TextTrack): () => void {
  const begin = () => {
    track.mode = 'showing';
  };
  const end = () => {
    track.mode = 'hidden';
  };
  film?.addEventListener('webkitbeginfullscreen', begin);
  film?.addEventListener('webkitendfullscreen', end);
  return () => {
    film?.removeEventListener('webkitbeginfullscreen', begin);
    film?.removeEventListener('webkitendfullscreen', end);
  };
}

/** Marks of voices and slants are left out; lines stay lines. */
function wordsOf(track: TextTrack): string | null {
  const cues = [...(track.activeCues ?? [])].filter((cue) => cue instanceof VTTCue);
  const words = cues.map((cue) => cue.getCueAsHTML().textContent?.trim() ?? '').filter((text) => text !== '');
  return words.length === 0 ? null : words.join('\n');
}
