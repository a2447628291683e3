import { describe, expect, it } from 'vitest';
import { mergeChoices } from './merge-choices.ts';

type Choices = Readonly<Record<string, string>>;
const json = (choices: Choices) =>
  JSON.stringify(Object.entries(choices).map(([id, text]) => ({ id, text })));
const merge = (base: Choices, mine: Choices, theirs: Choices) =>
  mergeChoices({ base: json(base), mine: json(mine), theirs: json(theirs) });

const base = { a: 'Ebb', b: 'Moon', c: 'Sun' };

describe('choices', () => {
  it('that different admins rewrote, added and deleted are merged', () => {
    const mine = { a: 'The ebb', b: 'Moon', d: 'Wind' };
    const theirs = { c: 'Sun', a: 'Ebb', b: 'The moon', e: 'Rain' };
    expect(merge(base, mine, theirs)).toBe(json({ a: 'The ebb', b: 'The moon', e: 'Rain', d: 'Wind' }));
  });

  it('that both changed alike are changed once', () => {
    const both = { a: 'The ebb', b: 'Moon' };
    expect(merge(base, both, both)).toBe(json(both));
  });

  it.each<[string, Choices, Choices]>([
    ['rewrote', { ...base, a: 'One' }, { ...base, a: 'Other' }],
    ['deleted what the other rewrote', { b: 'Moon', c: 'Sun' }, { ...base, a: 'Other' }],
    ['rewrote what the other deleted', { ...base, a: 'One' }, { b: 'Moon', c: 'Sun' }],
  ])('that both changed are a conflict: one %s', (_, mine, theirs) => {
    expect(merge(base, mine, theirs)).toBeNull();
  });

  it('that cannot be read, or would be too many, are a conflict', () => {
    expect(mergeChoices({ base: json(base), mine: 'of a newer app', theirs: json(base) })).toBeNull();
    const many = (name: string) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${name}${i}`, 'x']));
    expect(merge({}, many('mine'), many('theirs'))).toBeNull();
  });
});
