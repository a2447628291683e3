import { describe, expect, test } from 'vitest';
import { type Focused, findPlayerAction } from './player-key.ts';

const press = (key: string, focused: Focused = 'none', modifiers = {}) =>
  findPlayerAction({ key, altKey: false, ctrlKey: false, metaKey: false, ...modifiers }, focused);

describe('a key pressed in the player', () => {
  test.each([
    [' ', { kind: 'play' }],
    ['k', { kind: 'play' }],
    ['K', { kind: 'play' }],
    ['m', { kind: 'mute' }],
    ['f', { kind: 'fullscreen' }],
    ['c', { kind: 'captions' }],
    ['ArrowLeft', { kind: 'seek', seconds: -5 }],
    ['ArrowRight', { kind: 'seek', seconds: 5 }],
    ['j', { kind: 'seek', seconds: -10 }],
    ['l', { kind: 'seek', seconds: 10 }],
    ['<', { kind: 'speed', step: -1 }],
    ['>', { kind: 'speed', step: 1 }],
  ])('%j is handled', (key, action) => {
    expect(press(key)).toEqual(action);
  });

  test.each(['a', 'Tab', 'Escape', 'ArrowUp', 'constructor', '__proto__'])('%j is not handled', (key) => {
    expect(press(key)).toBeNull();
  });

  test('is ignored in text fields and selects', () => {
    expect(press('k', 'field')).toBeNull();
    expect(press('ArrowLeft', 'field')).toBeNull();
  });

  test('leaves the space bar to a focused button', () => {
    expect(press(' ', 'button')).toBeNull();
    expect(press('k', 'button')).toEqual({ kind: 'play' });
    expect(press(' ', 'seek')).toEqual({ kind: 'play' });
  });

  test('is left to the browser with Ctrl, Alt or the command key', () => {
    expect(press('f', 'none', { ctrlKey: true })).toBeNull();
    expect(press('ArrowLeft', 'none', { altKey: true })).toBeNull();
    expect(press('m', 'none', { metaKey: true })).toBeNull();
  });
});
