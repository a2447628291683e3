import { describe, expect, it } from 'vitest';
import { findRefusedNames, partsOf } from './names.mjs';

describe('the parts of a name', () => {
  it.each([
    ['keptFile', ['kept', 'file']],
    ['HTMLDesk', ['html', 'desk']],
    ['FILM_MAX_BYTES', ['film', 'max', 'bytes']],
    ['course-desk', ['course', 'desk']],
    ['keyword', ['keyword']],
  ])('%s', (name, parts) => {
    expect(partsOf(name)).toEqual(parts);
  });
});

describe('the identifier check', () => {
  it('names the file, the identifier and the term to write', () => {
    const text = 'export const openDesk = (film: string) => film;';
    expect(findRefusedNames('pwa/a.ts', text)).toEqual([
      'pwa/a.ts: openDesk has "desk", write editor context, dashboard model, lesson page',
      'pwa/a.ts: film has "film", write video',
    ]);
  });

  it('reads properties, private members, types and elements', () => {
    const text = 'class A { #kept = 1; mend(): Trip { return <Shelf told={this.#kept} />; } }';
    expect(findRefusedNames('pwa/a.tsx', text)).toHaveLength(5);
  });

  it('refuses the name of a file', () => {
    expect(findRefusedNames('pwa/kept/trip-words.test.ts', '')).toHaveLength(1);
  });

  it('allows stored names where they are stored, and nowhere else', () => {
    expect(findRefusedNames('pwa/store/rows.ts', 'type Row = { keptAt: string }')).toEqual([]);
    expect(findRefusedNames('schema/course.ts', 'type Row = { keptAt: string }')).toHaveLength(1);
  });
});
