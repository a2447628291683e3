import { useEffect } from 'react';
import type { Player } from './use-player.ts';
import type { useRest } from './use-rest.ts';

interface Tapped {
  readonly player: Player;
  readonly rest: ReturnType<typeof useRest>;
}

/** A click on the video toggles playback. During playback, a tap shows or hides the controls instead. */
export function useStageTap(video: HTMLVideoElement | null, { player, rest }: Tapped): void {
  useEffect(() => {
    if (video === null) return;
    const onClick = (event: PointerEvent) => {
      const isFinger = event.pointerType === 'touch' && !video.paused;
      if (!isFinger) player.togglePlay();
      else if (rest.isResting) rest.endRest();
      else rest.rest();
    };
    video.addEventListener('click', onClick);
    return () => video.removeEventListener('click', onClick);
  }, [video, player, rest]);
}
