import { useEffect } from 'react';
import type { Player } from './use-player.ts';
import type { useRest } from './use-rest.ts';

interface Tapped {
  readonly player: Player;
  readonly rest: ReturnType<typeof useRest>;
}

/** A click on the video toggles playback. During playback, a tap shows or hides the controls instead. */
export function useStageTap(film: HTMLVideoElement | null, { player, rest }: Tapped): void {
  useEffect(() => {
    if (film === null) return;
    const onClick = (event: PointerEvent) => {
      const isFinger = event.pointerType === 'touch' && !film.paused;
      if (!isFinger) player.togglePlay();
      else if (rest.isResting) rest.wake();
      else rest.rest();
    };
    film.addEventListener('click', onClick);
    return () => film.removeEventListener('click', onClick);
  }, [film, player, rest]);
}
