/** The effect of a key while the player has the focus. */
export type PlayerAction =
  | { readonly kind: 'play' | 'mute' | 'fullscreen' | 'captions' }
  /** Seeks by this number of seconds; backwards if negative. */
  | { readonly kind: 'seek'; readonly seconds: number }
  /** Steps to the next speed up or down. */
  | { readonly kind: 'speed'; readonly step: 1 | -1 };

interface Pressed {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** The kind of focused element: some handle keys themselves. */
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

/**
 * Returns the action for a key; null if the player does not handle it. Browser shortcuts are never handled.
 */
export function findPlayerAction(pressed: Pressed, focused: Focused): PlayerAction | null {
  if (pressed.altKey || pressed.ctrlKey || pressed.metaKey || focused === 'field') return null;
  // The space bar presses a focused button.
  if (pressed.key === ' ' && focused === 'button') return null;
  return actions[pressed.key.toLowerCase()] ?? null;
}
