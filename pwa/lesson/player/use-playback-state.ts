import { useEffect, useState } from 'react';

/** The state that the controls show. Times in seconds; the length is 0 until it is known. */
export interface PlaybackState {
  readonly isPaused: boolean;
  readonly isBuffering: boolean;
  readonly at: number;
  readonly length: number;
  readonly volume: number;
  readonly isMuted: boolean;
}

const EVENTS = [
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'canplay',
  'seeking',
  'seeked',
  'timeupdate',
  'durationchange',
  'volumechange',
  'emptied',
];

const still: PlaybackState = {
  isPaused: true,
  isBuffering: false,
  at: 0,
  length: 0,
  volume: 1,
  isMuted: false,
};

/** Follows a video by its events, because keys, the browser and headphones can control it too. */
export function usePlaybackState(video: HTMLVideoElement | null): PlaybackState {
  const [state, setState] = useState(still);
  useEffect(() => {
    if (video === null) return;
    const update = () => setState((before) => reuseIfEqual(before, readPlayback(video)));
    update();
    for (const event of EVENTS) video.addEventListener(event, update);
    return () => {
      for (const event of EVENTS) video.removeEventListener(event, update);
    };
  }, [video]);
  return state;
}

function readPlayback(video: HTMLVideoElement): PlaybackState {
  return {
    isPaused: video.paused,
    isBuffering: !video.paused && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    at: video.currentTime,
    length: Number.isFinite(video.duration) ? video.duration : 0,
    volume: video.volume,
    isMuted: video.muted,
  };
}

function reuseIfEqual(before: PlaybackState, now: PlaybackState): PlaybackState {
  const names = Object.keys(now) as (keyof PlaybackState)[];
  return names.every((name) => before[name] === now[name]) ? before : now;
}
