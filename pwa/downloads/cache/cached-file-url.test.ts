import { describe, expect, it } from 'vitest';
import { cachedFileUrl, mediaCacheName, parseCachedPath, parseFileId } from './cached-file-url.ts';

const FILE = '0123456789abcdef0123456789abcdef';
const ORIGIN = 'https://carrel.example';

describe('the address of a downloaded file', () => {
  it('names the user and the file, and parses back to the same', () => {
    const url = cachedFileUrl('alice', FILE);
    expect(url).toBe(`/__media/alice/${FILE}`);
    expect(parseCachedPath(url)).toEqual({ userId: 'alice', fileId: FILE });
  });

  it('uses a separate cache for each user', () => {
    expect(mediaCacheName('alice')).not.toBe(mediaCacheName('bob'));
  });

  it.each([
    '/__media/',
    '/__media/alice',
    '/__media/alice/',
    `/__media/alice/${FILE}/more`,
    `/__media//${FILE}`,
    `/__media/../${FILE}`,
    `/__media/%2e%2e/${FILE}`,
    '/__media/alice/UPPER6789abcdef0123456789abcdef0',
    `/media/alice/${FILE}`,
    '/',
  ])('is not %s', (path) => {
    expect(parseCachedPath(path)).toBeNull();
  });
});

describe('the file behind a media address', () => {
  it.each([
    `/media/${FILE}`,
    `/media/${FILE}?expires=1795000000000&signature=abc-_`,
    `${ORIGIN}/media/${FILE}?expires=1`,
    `/media/${FILE}#t=10`,
  ])('is found in %s', (url) => {
    expect(parseFileId(url, ORIGIN)).toBe(FILE);
  });

  it.each([
    '',
    'not an address at all:::',
    'https://youtu.be/dQw4w9WgXcQ',
    `https://evil.example/media/${FILE}`,
    `//evil.example/media/${FILE}`,
    `https://carrel.example.evil.example/media/${FILE}`,
    `http://carrel.example/media/${FILE}`,
    `javascript:/media/${FILE}`,
    `data:text/html,/media/${FILE}`,
    '/media/thumbnails/course-1-1280.webp',
    `/media/${FILE}0`,
    `/media/${FILE}/x`,
    `/media//${FILE}`,
    `/media/${FILE.toUpperCase()}`,
    `/api/media/${FILE}`,
  ])('is not read from %s', (url) => {
    expect(parseFileId(url, ORIGIN)).toBeNull();
  });
});
