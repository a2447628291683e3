/** One key of a combination: its sign, and what a screen reader says if that is not enough. */
export interface Cap {
  readonly text: string;
  readonly name?: string;
}

const CAPS: Readonly<Record<string, Cap>> = {
  Mod: { text: 'Ctrl' },
  ArrowLeft: { text: '←', name: 'Left arrow' },
  ArrowRight: { text: '→', name: 'Right arrow' },
  ArrowUp: { text: '↑', name: 'Up arrow' },
  ArrowDown: { text: '↓', name: 'Down arrow' },
  Escape: { text: 'Esc', name: 'Escape' },
  '?': { text: '?', name: 'Question mark' },
  '/': { text: '/', name: 'Slash' },
  '<': { text: '<', name: 'Less than' },
  '>': { text: '>', name: 'Greater than' },
};

const APPLE_CAPS: Readonly<Record<string, Cap>> = {
  Mod: { text: '⌘', name: 'Command' },
  Alt: { text: '⌥', name: 'Option' },
  Shift: { text: '⇧', name: 'Shift' },
};

/** The keys of a combination as they are written on the keyboard. */
export function describeCombination(combination: string, isApple: boolean): Cap[] {
  return combination
    .split('+')
    .map((part) => (isApple ? APPLE_CAPS[part] : undefined) ?? CAPS[part] ?? { text: part });
}
