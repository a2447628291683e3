import { expect, test } from 'vitest';
import type { DownloadPhase, DownloadState } from '#pwa/downloads/plans/download-state.ts';
import { describeButton, describePhase, percentHere } from './download-text.ts';

const state = (phase: DownloadPhase, more: Partial<DownloadState> = {}): DownloadState => ({
  phase,
  files: 3,
  filesHere: 1,
  bytes: 1_000,
  bytesHere: 429,
  problem: null,
  ...more,
});

test.each([
  ['none', null],
  ['requested', 'Waiting for a connection'],
  ['coming', 'Downloading · 42%'],
  ['paused', 'Download paused · 42%'],
  ['offline', 'Download waiting · 42%'],
  ['waiting', 'Download waiting · 42%'],
  ['stuck', 'Download needs you'],
  ['done', null],
] as const)('a download that is %s has the button label “%s”', (phase, text) => {
  expect(describeButton(state(phase))).toBe(text);
});

test('the screen reader text says what is safe and what to do, without changing figures', () => {
  expect(describePhase(state('none'))).toBeNull();
  expect(describePhase(state('stuck', { problem: 'full' }))).toMatch(
    /Not enough storage.*your work are safe.*Free up storage/,
  );
  expect(describePhase(state('stuck', { problem: 'damaged' }))).toMatch(/removed/);
  for (const phase of ['coming', 'paused', 'offline', 'waiting', 'done'] as const) {
    expect(describePhase(state(phase))).toMatch(/^[^\d]+$/);
  }
});

test('it never claims that everything is here while something selected is missing', () => {
  expect(describePhase(state('done'), 0)).toBe('All selected files are downloaded.');
  expect(describePhase(state('done'), 1)).toMatch(/not downloaded yet/);
});

test('it is all here only when the last byte is', () => {
  expect(percentHere(state('coming', { bytesHere: 999 }))).toBe(99);
  expect(percentHere(state('coming', { bytes: 0, bytesHere: 0 }))).toBe(0);
});
