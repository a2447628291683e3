/** What a key does to the film while the player has the focus. */
export type PlayerAction =
  | { readonly kind: 'play' | 'mute' | 'fullscreen' | 'captions' }
  /** By so many seconds, back where negative. */
  | { readonly kind: 'seek'; readonly seconds: number }
  /** To the next speed up or down. */
  | { readonly kind: 'speed'; readonly step: 1 | -1 };

interface Pressed {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** What stands under the finger: what has keys of its own keeps them. */
export type Focused = 'button' | 'seek' | 'field' | 'none';

const ARROW_SECONDS = 5;
const LETTER_SECONDS = 10;

const actions: Readonly<Record<string, PlayerAction | undefined>> = Object.assign(Object.create(null), {
  ' ': { kind: 'play' },
  k: { kind: 'play' },
  m: { kind: 'mute' },
  f: { kind: 'fullscreen' },
  c: { kind: 'captions' },
  j: { kind: 'seek', seconds: -LETTER_SECONDS },
  l: { kind: 'seek', seconds: LETTER_SECONDS },
  arrowleft: { kind: 'seek', seconds: -ARROW_SECONDS },
  arrowright: { kind: 'seek', seconds: ARROW_SECONDS },
  '<': { kind: 'speed', step: -1 },
  '>': { kind: 'speed', step: 1 },
});

/** The film's answer to a key; null for a key that is not for it. Shortcuts of the browser stay the browser's. */
export function findPlayerAction(pressed: Pressed, focused: Focused): PlayerAction | null {
  if (pressed.altKey || pressed.ctrlKey || pressed.metaKey || focused === 'field') return null;
  // A button is pressed by the space bar, as everywhere.
  if (pressed.key === ' ' && focused === 'button') return null;
  return actions[pressed.key.toLowerCase()] ?? null;
}
