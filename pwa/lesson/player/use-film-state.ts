import { useEffect, useState } from 'react';

/** The state that the controls show. Times in seconds; the length is 0 until it is known. */
export interface FilmState {
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

const still: FilmState = {
  isPaused: true,
  isBuffering: false,
  at: 0,
  length: 0,
  volume: 1,
  isMuted: false,
};

/** Follows a video by its events, because keys, the browser and headphones can control it too. */
export function useFilmState(film: HTMLVideoElement | null): FilmState {
  const [state, setState] = useState(still);
  useEffect(() => {
    if (film === null) return;
    const look = () => setState((before) => keepIfSame(before, readFilm(film)));
    look();
    for (const event of EVENTS) film.addEventListener(event, look);
    return () => {
      for (const event of EVENTS) film.removeEventListener(event, look);
    };
  }, [film]);
  return state;
}

function readFilm(film: HTMLVideoElement): FilmState {
  return {
    isPaused: film.paused,
    isBuffering: !film.paused && film.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    at: film.currentTime,
    length: Number.isFinite(film.duration) ? film.duration : 0,
    volume: film.volume,
    isMuted: film.muted,
  };
}

function keepIfSame(before: FilmState, now: FilmState): FilmState {
  const names = Object.keys(now) as (keyof FilmState)[];
  return names.every((name) => before[name] === now[name]) ? before : now;
}
