import { beforeEach, expect, test } from 'vitest';
import { readItem, removeItem, writeItem } from '#pwa/device/local-storage.ts';
import { readPlayerChoices, savePlayerChoices, stepSpeed } from './player-choices.ts';

const KEY = 'carrel-player';

beforeEach(() => removeItem(KEY));

test('the defaults are normal speed and no captions', () => {
  expect(readPlayerChoices()).toEqual({ speed: 1, hasCaptions: false });
});

test('choices are stored', () => {
  savePlayerChoices({ speed: 1.5, hasCaptions: true });
  expect(readPlayerChoices()).toEqual({ speed: 1.5, hasCaptions: true });
  expect(readItem(KEY)).not.toBeNull();
});

test.each(['', '{', 'null', '[]', '"1"'])('stored text %j is ignored', (text) => {
  writeItem(KEY, text);
  expect(readPlayerChoices()).toEqual({ speed: 1, hasCaptions: false });
});

test('one invalid choice does not reset the other', () => {
  writeItem(KEY, JSON.stringify({ speed: 40, hasCaptions: true }));
  expect(readPlayerChoices()).toEqual({ speed: 1, hasCaptions: true });
});

test('the speed steps up and down within its limits', () => {
  expect(stepSpeed(1, 1)).toBe(1.25);
  expect(stepSpeed(1, -1)).toBe(0.75);
  expect(stepSpeed(0.75, -1)).toBe(0.75);
  expect(stepSpeed(2, 1)).toBe(2);
});
