import type { RouteName } from '#pwa/paths.ts';

/** A key of the app, and what it does. */
export interface Key {
  /** Combinations, of which each does it. `Mod` is Ctrl, or Cmd on devices of Apple. */
  readonly combinations: readonly string[];
  readonly name: string;
  /**
   * `press` presses the control that names the combination in `aria-keyshortcuts`, so the key exists where the
   * control does. A key without it is handled by a part of the page, and only listed here.
   */
  readonly does?: 'press' | 'search' | 'list';
}

export interface KeyGroup {
  readonly title: string;
  /** The screens that have these keys; all screens if absent. */
  readonly on?: readonly RouteName[];
  /** A selector of an element that the page has to contain. */
  readonly where?: string;
  readonly keys: readonly Key[];
}

const EDITORS: readonly RouteName[] = ['adminCourse', 'adminNewCourse'];

/** Every key, by screen. Visitors have none: they have no search and no lessons. */
const keyGroups: readonly KeyGroup[] = [
  {
    title: 'On every page',
    keys: [
      { combinations: ['Mod+K', '/'], name: 'Search', does: 'search' },
      { combinations: ['?'], name: 'Show this list', does: 'list' },
    ],
  },
  {
    title: 'Lessons',
    on: ['learn'],
    where: 'main [aria-keyshortcuts^="Arrow"]',
    keys: [{ combinations: ['ArrowLeft', 'ArrowRight'], name: 'Previous or next lesson', does: 'press' }],
  },
  {
    title: 'Video, while the focus is in it',
    on: ['learn'],
    where: 'main video',
    keys: [
      { combinations: ['Space', 'K'], name: 'Play or pause' },
      { combinations: ['ArrowLeft', 'ArrowRight'], name: '5 seconds back or forward' },
      { combinations: ['J', 'L'], name: '10 seconds back or forward' },
      { combinations: ['<', '>'], name: 'Slower or faster' },
      { combinations: ['M'], name: 'Mute' },
      { combinations: ['C'], name: 'Captions' },
      { combinations: ['F'], name: 'Full screen' },
    ],
  },
  {
    title: 'Course',
    on: EDITORS,
    keys: [
      { combinations: ['Mod+S'], name: 'Save Course', does: 'press' },
      { combinations: ['Mod+Z'], name: 'Undo, outside of fields' },
      { combinations: ['Mod+Shift+Z', 'Mod+Y'], name: 'Redo, outside of fields' },
      { combinations: ['Alt+ArrowUp', 'Alt+ArrowDown'], name: 'Move a module or lesson, on its title' },
    ],
  },
  {
    title: 'Text of a lesson',
    on: EDITORS,
    where: '[role="toolbar"]',
    keys: [
      { combinations: ['Mod+B'], name: 'Bold' },
      { combinations: ['Mod+I'], name: 'Italic' },
      { combinations: ['Mod+E'], name: 'Code' },
      { combinations: ['Mod+K'], name: 'Link' },
      { combinations: ['Mod+Alt+2', 'Mod+Alt+3', 'Mod+Alt+4'], name: 'Heading' },
      { combinations: ['Mod+Shift+8'], name: 'Bulleted list' },
      { combinations: ['Mod+Shift+7'], name: 'Numbered list' },
      { combinations: ['Mod+Shift+B'], name: 'Quote' },
      { combinations: ['Mod+Alt+C'], name: 'Code block' },
      { combinations: ['Mod+Z'], name: 'Undo' },
      { combinations: ['Mod+Shift+Z'], name: 'Redo' },
      { combinations: ['Escape'], name: 'To the buttons above the text' },
    ],
  },
];

/** The groups of a screen, whatever the page contains at the moment. */
export function keyGroupsOf(route: RouteName | null): readonly KeyGroup[] {
  return keyGroups.filter(({ on }) => on === undefined || (route !== null && on.includes(route)));
}

interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** The combination that was pressed, as in {@link Key}; null for one with the other of Ctrl and Cmd. */
export function combinationOf(pressed: Pressed, isApple: boolean): string | null {
  const { altKey, ctrlKey, metaKey, shiftKey } = pressed;
  if (isApple ? ctrlKey : metaKey) return null;
  const name = keyNameOf(pressed);
  // Which keys a character needs depends on the layout: on many, the slash is a figure with Shift.
  const isCharacter = /^[^\p{L}\p{N}]$/u.test(name);
  return [(isApple ? metaKey : ctrlKey) && 'Mod', altKey && 'Alt', shiftKey && !isCharacter && 'Shift', name]
    .filter((part) => part !== false)
    .join('+');
}

/** A letter of a layout without Latin ones, such as Arabic, goes by the place of its key. */
function keyNameOf({ key, code }: Pressed): string {
  if (/^\p{L}$/u.test(key) && !/^[a-z]$/i.test(key)) return code.replace(/^Key/, '');
  return key.length === 1 ? key.toUpperCase() : key;
}

/** Keys without Ctrl, Cmd or Alt, which users can turn off (WCAG 2.1.4). */
export const isSingleKey = (combination: string): boolean => !combination.includes('+');
