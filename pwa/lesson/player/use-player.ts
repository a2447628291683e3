import { useEffect, useMemo, useState } from 'react';
import { keepPlayerChoices, type PlayerChoices, readPlayerChoices, stepSpeed } from './player-choices.ts';
import { type Focused, findPlayerAction, type PlayerAction } from './player-key.ts';
import { toggleFullscreen } from './screen-modes.ts';

/** The actions of the player. */
export interface Player {
  readonly choices: PlayerChoices;
  togglePlay(): void;
  seekTo(seconds: number): void;
  toggleMute(): void;
  setVolume(volume: number): void;
  setSpeed(speed: PlayerChoices['speed']): void;
  setCaptions(hasCaptions: boolean): void;
  toggleFullscreen(): void;
}

/** Controls a video, by the controls and by keys while the focus is in the player. */
export function usePlayer(film: HTMLVideoElement | null, stage: HTMLElement | null): Player {
  const [choices, setChoices] = useState(readPlayerChoices);
  useEffect(() => {
    if (film === null) return;
    // The default rate too, to which loading another source resets the rate.
    film.defaultPlaybackRate = choices.speed;
    film.playbackRate = choices.speed;
  }, [film, choices.speed]);

  const player = useMemo((): Player => {
    const choose = (part: Partial<PlayerChoices>) => {
      const next = { ...choices, ...part };
      keepPlayerChoices(next);
      setChoices(next);
    };
    return {
      choices,
      togglePlay: () => void togglePlay(film),
      seekTo: (seconds) => seekTo(film, seconds),
      toggleMute: () => {
        if (film !== null) film.muted = !film.muted;
      },
      setVolume: (volume) => {
        if (film === null) return;
        film.volume = volume;
        film.muted = volume === 0;
      },
      setSpeed: (speed) => choose({ speed }),
      setCaptions: (hasCaptions) => choose({ hasCaptions }),
      toggleFullscreen: () => {
        if (stage !== null && film !== null) void toggleFullscreen(stage, film);
      },
    };
  }, [film, stage, choices]);

  useEffect(() => {
    if (stage === null) return;
    const onKey = (event: KeyboardEvent) => {
      const action = findPlayerAction(event, focusedIn(event.target));
      if (action === null) return;
      event.preventDefault();
      act(player, action, film?.currentTime ?? 0);
    };
    stage.addEventListener('keydown', onKey);
    return () => stage.removeEventListener('keydown', onKey);
  }, [stage, film, player]);

  return player;
}

function act(player: Player, action: PlayerAction, at: number): void {
  if (action.kind === 'play') player.togglePlay();
  if (action.kind === 'mute') player.toggleMute();
  if (action.kind === 'fullscreen') player.toggleFullscreen();
  if (action.kind === 'captions') player.setCaptions(!player.choices.hasCaptions);
  if (action.kind === 'seek') player.seekTo(at + action.seconds);
  if (action.kind === 'speed') player.setSpeed(stepSpeed(player.choices.speed, action.step));
}

function focusedIn(target: EventTarget | null): Focused {
  if (target instanceof HTMLButtonElement) return 'button';
  if (target instanceof HTMLInputElement && target.dataset.seek !== undefined) return 'seek';
  const hasOwnKeys = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  return hasOwnKeys ? 'field' : 'none';
}

async function togglePlay(film: HTMLVideoElement | null): Promise<void> {
  if (film === null) return;
  if (!film.paused) return film.pause();
  // A playback error is reported by the `error` event; an immediate pause needs no handling.
  await film.play().catch(() => undefined);
}

function seekTo(film: HTMLVideoElement | null, seconds: number): void {
  if (film === null || !Number.isFinite(film.duration)) return;
  film.currentTime = Math.min(Math.max(0, seconds), film.duration);
}
