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
  readonly captionText: string | null;
  /** Whether the file could not be loaded. */
  readonly hasFailed: boolean;
}

/**
 * The captions of one track, to be rendered by the player: the browser would render them behind the controls.
 * The file is loaded when captions are first turned on.
 *
 * @param shownId the id of the track; null for none
 */
export function useCaptions(video: HTMLVideoElement | null, shownId: string | null): Captions {
  const [captionText, setCaptionText] = useState<string | null>(null);
  const [failedId, setFailedId] = useState<string | null>(null);
  useEffect(() => {
    const element =
      shownId === null ? null : video?.querySelector<HTMLTrackElement>(`track[id="${CSS.escape(shownId)}"]`);
    if (!element) return;
    const { track } = element;
    const show = () => setCaptionText(captionTextOf(track));
    const fail = () => setFailedId(shownId);
    const succeed = () => setFailedId(null);
    // `hidden` instead of `showing`: the browser reports cues but does not render them.
    track.mode = 'hidden';
    show();
    track.addEventListener('cuechange', show);
    element.addEventListener('error', fail);
    element.addEventListener('load', succeed);
    const stopApple = drawInAppleFullscreen(video, track);
    return () => {
      track.mode = 'disabled';
      track.removeEventListener('cuechange', show);
      element.removeEventListener('error', fail);
      element.removeEventListener('load', succeed);
      stopApple();
      setCaptionText(null);
    };
  }, [video, shownId]);
  return { captionText, hasFailed: shownId !== null && failedId === shownId };
}

/** In the iPhone's video-only full screen, the page is not visible, so the browser renders the captions. */
function drawInAppleFullscreen(video: HTMLVideoElement | null, track: TextTrack): () => void {
  const begin = () => {
    track.mode = 'showing';
  };
  const end = () => {
    track.mode = 'hidden';
  };
  video?.addEventListener('webkitbeginfullscreen', begin);
  video?.addEventListener('webkitendfullscreen', end);
  return () => {
    video?.removeEventListener('webkitbeginfullscreen', begin);
    video?.removeEventListener('webkitendfullscreen', end);
  };
}

/** Strips voice and style markup; keeps line breaks. */
function captionTextOf(track: TextTrack): string | null {
  const cues = [...(track.activeCues ?? [])].filter((cue) => cue instanceof VTTCue);
  const captionText = cues
    .map((cue) => cue.getCueAsHTML().textContent?.trim() ?? '')
    .filter((text) => text !== '');
  return captionText.length === 0 ? null : captionText.join('\n');
}
