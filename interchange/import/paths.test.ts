import { describe, expect, it } from 'vitest';
import { decodePercent, extensionOf, isAbsolute, joinPath, nameOf, stemOf } from './paths.ts';

describe('an address', () => {
  it.each([
    ['caf%C3%A9%20a.png', 'café a.png'],
    ['caf%E9%20a.png', 'café a.png'],
    ['100%.html', '100%.html'],
    ['100%25.html', '100%.html'],
  ])('%j is decoded as %j', (address, decoded) => {
    expect(decodePercent(address)).toBe(decoded);
  });

  it.each([
    ['a/', '../b.html', 'b.html'],
    ['a/', 'b\\c.html', 'a/b/c.html'],
    ['a/', '/b.html', 'b.html'],
    ['a/', './b//c.html', 'a/b/c.html'],
    ['a/', '../../b.html', null],
    ['', 'e\u0301.html', 'é.html'],
  ])('from the folder %j, %j is %j', (folder, address, path) => {
    expect(joinPath(folder, address)).toBe(path);
  });

  it.each(['https://a', 'mailto:a', '//a/b', ' javascript:x'])('%j leads out of the file', (address) => {
    expect(isAbsolute(address)).toBe(true);
  });
});

it('a path has a name, a name without its extension, and an extension', () => {
  expect(['a/b.c.HTML', 'a/.hidden', 'a/b/'].map(nameOf)).toEqual(['b.c.HTML', '.hidden', 'b']);
  expect(['a/b.c.HTML', 'a/.hidden'].map(stemOf)).toEqual(['b.c', '.hidden']);
  expect(['a/b.c.HTML', 'a/.hidden', 'a.b/c'].map(extensionOf)).toEqual(['html', '', '']);
});
