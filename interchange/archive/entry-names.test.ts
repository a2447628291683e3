import { describe, expect, it } from 'vitest';
import { checkedName, EntryNames } from './entry-names.ts';

describe('the name of an entry', () => {
  it.each([
    ['a.txt', 'a.txt'],
    ['./a.txt', 'a.txt'],
    ['a//b/./c.txt', 'a/b/c.txt'],
    ['a\\b.txt', 'a/b.txt'],
    ['folder/', 'folder'],
    ['./', ''],
    ['e\u0301.txt', 'é.txt'],
    ['a..b/...txt', 'a..b/...txt'],
  ])('%j is the path %j', (name, path) => {
    expect(checkedName(name)).toBe(path);
  });

  it.each([
    '/etc/passwd',
    '\\share\\a',
    'C:\\a',
    'c:a',
    '../a',
    'a/../b',
    '..\\a',
    'a\0b',
    'a\nb',
    'a'.repeat(4097),
  ])('%j is refused', (name) => {
    expect(checkedName(name)).toBeNull();
  });
});

describe('the names of an archive', () => {
  it('differ also where case is ignored and letters are composed', () => {
    const names = new EntryNames();
    expect(names.add('a/É.txt')).toBe(true);
    expect(names.add('a/b.txt')).toBe(true);
    expect(names.add('A/é.txt')).toBe(false);
    expect(names.add('a/e\u0301.txt')).toBe(false);
  });
});
