import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encodeInTurns, jsonPieces } from './json-in-turns.ts';

const lesson = { id: 'l', content: '“x”', missing: undefined, video: null };
const value = { course: { id: 'c', tags: [], empty: {}, modules: [{ id: 'm', lessons: [lesson, lesson] }] } };

describe('a value written in turns', () => {
  it.each([0, 1, 2, 3, 5, 9])('is the JSON of the whole, taken apart to depth %i', (depth) => {
    expect([...jsonPieces(value, depth)].join('')).toBe(JSON.stringify(value));
  });

  it('comes lesson by lesson at the depth of lessons', () => {
    const pieces = [...jsonPieces(value, 5)];
    expect(pieces.filter((piece) => piece === JSON.stringify(lesson))).toHaveLength(2);
  });

  it('has the bytes and the tag of the whole', async () => {
    const text = '“a tide” '.repeat(50_000);
    const pieces = Array.from({ length: 9 }, (_, i) => text.slice(i * 50_000, (i + 1) * 50_000));
    const body = await encodeInTurns(pieces, 3);
    expect(new TextDecoder().decode(body.identity)).toBe(text);
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, 27);
    expect(body.etag('identity')).toBe(`"3-${digest}"`);
  });

  it('lets the event loop turn', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    });
    function* slowly() {
      for (let piece = 0; piece < 40; piece += 1) yield 'x'.repeat(1_000_000);
    }
    await encodeInTurns(slowly());
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });
});
