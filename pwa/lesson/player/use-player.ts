import { useEffect, useMemo, useState } from 'react';
import { type PlayerChoices, readPlayerChoices, savePlayerChoices, stepSpeed } from './player-choices.ts';
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
export function usePlayer(video: HTMLVideoElement | null, stage: HTMLElement | null): Player {
  const [choices, setChoices] = useState(readPlayerChoices);
  useEffect(() => {
    if (video === null) return;
    // The default rate too, to which loading another source resets the rate.
    video.defaultPlaybackRate = choices.speed;
    video.playbackRate = choices.speed;
  }, [video, choices.speed]);

  const player = useMemo((): Player => {
    const choose = (part: Partial<PlayerChoices>) => {
      const next = { ...choices, ...part };
      savePlayerChoices(next);
      setChoices(next);
    };
    return {
      choices,
      togglePlay: () => void togglePlay(video),
      seekTo: (seconds) => seekTo(video, seconds),
      toggleMute: () => {
        if (video !== null) video.muted = !video.muted;
      },
      setVolume: (volume) => {
        if (video === null) return;
        video.volume = volume;
        video.muted = volume === 0;
      },
      setSpeed: (speed) => choose({ speed }),
      setCaptions: (hasCaptions) => choose({ hasCaptions }),
      toggleFullscreen: () => {
        if (stage !== null && video !== null) void toggleFullscreen(stage, video);
      },
    };
  }, [video, stage, choices]);

  useEffect(() => {
    if (stage === null) return;
    const onKey = (event: KeyboardEvent) => {
      const action = findPlayerAction(event, focusedIn(event.target));
      if (action === null) return;
      event.preventDefault();
      act(player, action, video?.currentTime ?? 0);
    };
    stage.addEventListener('keydown', onKey);
    return () => stage.removeEventListener('keydown', onKey);
  }, [stage, video, player]);

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

async function togglePlay(video: HTMLVideoElement | null): Promise<void> {
  if (video === null) return;
  if (!video.paused) return video.pause();
  // A playback error is reported by the `error` event; an immediate pause needs no handling.
  await video.play().catch(() => undefined);
}

function seekTo(video: HTMLVideoElement | null, seconds: number): void {
  if (video === null || !Number.isFinite(video.duration)) return;
  video.currentTime = Math.min(Math.max(0, seconds), video.duration);
}
