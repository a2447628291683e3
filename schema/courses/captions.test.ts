import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { CAPTIONS_MAX_CHARACTERS } from '../limits.ts';
import { Captions, isCaptions } from './captions.ts';

const isTaken = (text: string) => v.safeParse(Captions, text).success;

describe('captions', () => {
  test.each(['WEBVTT', 'WEBVTT\n\n1\n', 'WEBVTT Deutsch\r\n', '\uFEFFWEBVTT\n', 'WEBVTT\tfor a video'])(
    'may start with %j',
    (text) => {
      expect(isTaken(text)).toBe(true);
    },
  );

  test.each([
    '',
    'WEBVTTX',
    'webvtt\n',
    ' WEBVTT',
    '1\n00:00:01,000 --> 00:00:02,000\nAn SRT file',
    '<html>WEBVTT',
  ])('do not start with %j', (text) => {
    expect(isTaken(text)).toBe(false);
  });

  test('have a maximum length', () => {
    const longest = 'WEBVTT\n'.padEnd(CAPTIONS_MAX_CHARACTERS, 'a');
    expect([isTaken(longest), isTaken(`${longest}a`)]).toEqual([true, false]);
  });

  test('are identified only by the content type of their file', () => {
    expect(isCaptions({ contentType: 'text/vtt' })).toBe(true);
    expect(isCaptions({ contentType: 'application/pdf' })).toBe(false);
    expect(isCaptions({ contentType: null })).toBe(false);
    expect(isCaptions({})).toBe(false);
  });
});
