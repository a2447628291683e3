import { useEffect, useState } from 'react';

/** The captions of a video: a WebVTT file. */
export interface CaptionTrack {
  readonly id: string;
  /** The displayed name, usually a language. */
  readonly title: string;
  readonly src: string;
}

interface Captions {
  /** The current caption; null if there is none, or captions are off. */
  readonly words: string | null;
  /** Whether the file could not be loaded. */
  readonly hasFailed: boolean;
}

/**
 * The captions of one track, to be rendered by the player: the browser would render them behind the controls.
 * The file is loaded when captions are first turned on.
 *
 * @param shownId the id of the track; null for none
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
    // `hidden` instead of `showing`: the browser reports cues but does not render them.
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

/** In the iPhone's video-only full screen, the page is not visible, so the browser renders the captions. */
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

/** Strips voice and style markup; keeps line breaks. */
function wordsOf(track: TextTrack): string | null {
  const cues = [...(track.activeCues ?? [])].filter((cue) => cue instanceof VTTCue);
  const words = cues.map((cue) => cue.getCueAsHTML().textContent?.trim() ?? '').filter((text) => text !== '');
  return words.length === 0 ? null : words.join('\n');
}
