import { expect, it } from 'vitest';
import { type Choices, countOpen, decisionOf, mergedText, noChoices } from './choices.ts';

const title = { field: 'title', name: 'title', mine: 'Flood', theirs: 'Ebb' };
const text = { field: 'content', name: 'text', mine: '<p>Mine</p>', theirs: '<p>Theirs</p>' };
const sides = (of: Choices['sides'], merged: Choices['merged'] = {}): Choices => ({ sides: of, merged });

it('choices are incomplete until each field is decided', () => {
  expect(countOpen(noChoices, [title, text])).toBe(2);
  expect(countOpen(sides({ title: 'mine' }), [title, text])).toBe(1);
  expect(countOpen(sides({ title: 'mine', content: 'merged' }), [title, text])).toBe(0);
});

it('choices resolve to theirs only if every field does', () => {
  expect(decisionOf(sides({ title: 'theirs', content: 'theirs' }), [title, text])).toEqual({
    kind: 'theirs',
  });
  expect(decisionOf(sides({ title: 'theirs', content: 'mine' }), [title, text])).toEqual({
    kind: 'fields',
    values: { title: 'Ebb', content: '<p>Mine</p>' },
  });
});

it('a merged text starts with theirs and is taken as written', () => {
  const untouched = sides({ title: 'merged' });
  expect(mergedText(untouched, title)).toBe('Ebb');
  const written = sides({ title: 'merged' }, { title: 'Ebb and flood' });
  expect(decisionOf(written, [title])).toEqual({ kind: 'fields', values: { title: 'Ebb and flood' } });
});

it('a merged text is preserved while another side is chosen', () => {
  const choices = sides({ title: 'mine' }, { title: 'Ebb and flood' });
  expect(mergedText(choices, title)).toBe('Ebb and flood');
  expect(decisionOf(choices, [title])).toEqual({ kind: 'fields', values: { title: 'Flood' } });
});
