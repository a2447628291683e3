import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownFileId, parseVideoUrl } from './video.ts';

const fileId = '0123456789abcdef0123456789abcdef';
const signed = `/media/${fileId}?expires=1795250000000&signature=AbC-_123`;

describe('an uploaded file', () => {
  test('is identified by its id, signed or not', () => {
    expect(parseVideoUrl(signed)).toEqual({ kind: 'file', source: 'own', url: signed, fileId });
    expect(ownFileId(`/media/${fileId}`)).toBe(fileId);
  });

  test.each([
    `/media/${fileId}/../../api/auth/me`,
    `/media/${fileId.toUpperCase()}`,
    `//evil.example/media/${fileId}`,
    `/media/${fileId}?expires=1&signature=a&x=1`,
    `/media/${fileId}#"><script>`,
    '/media/thumbnails/a-1280.webp',
    '/api/auth/me',
  ])('is not a lookalike: %s', (url) => {
    expect(ownFileId(url)).toBeNull();
    expect(parseVideoUrl(url)).toEqual({ kind: 'none' });
  });
});

describe('YouTube', () => {
  const embedUrl = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
  test.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com/watch?list=PL1&v=dQw4w9WgXcQ',
    'https://m.youtube.com/watch?v=dQw4w9WgXcQ&feature=share',
    'https://youtu.be/dQw4w9WgXcQ?si=abc',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube.com/embed/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    '  HTTPS://WWW.YOUTUBE.COM/watch?v=dQw4w9WgXcQ  ',
  ])('%s is embedded without cookies', (url) => {
    expect(parseVideoUrl(url)).toMatchObject({ kind: 'embed', provider: 'youtube', embedUrl });
  });

  test.each([
    ['https://youtu.be/dQw4w9WgXcQ?t=90', 90],
    ['https://youtu.be/dQw4w9WgXcQ?t=1m30s', 90],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1h2m3s', 3723],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ?start=15', 15],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ#t=1m5s', 65],
  ])('%s starts where the URL says', (url, seconds) => {
    expect(parseVideoUrl(url)).toMatchObject({ embedUrl: `${embedUrl}?start=${seconds}` });
  });

  test('an invalid start time is ignored', () => {
    expect(parseVideoUrl('https://youtu.be/dQw4w9WgXcQ?t=1"onload="x')).toMatchObject({ embedUrl });
  });

  test.each(['PL0123456789abcdef', `PL${'a_-0'.repeat(8)}`])(
    'the playlist %s plays from its first video',
    (list) => {
      expect(parseVideoUrl(`https://www.youtube.com/playlist?list=${list}&si=x`)).toMatchObject({
        kind: 'embed',
        embedUrl: `https://www.youtube-nocookie.com/embed/videoseries?list=${list}`,
      });
    },
  );

  test('the player of a playlist plays it', () => {
    const url = 'https://www.youtube.com/embed/videoseries?si=x&list=PL0123456789abcdef';
    expect(parseVideoUrl(url)).toMatchObject({
      embedUrl: 'https://www.youtube-nocookie.com/embed/videoseries?list=PL0123456789abcdef',
    });
  });

  test.each([
    'https://www.youtube.com/@somebody',
    'https://www.youtube.com/watch?list=PL0123456789abcdef',
    'https://www.youtube.com/playlist?list=PL0123456789"onload="x',
    'https://www.youtube.com/playlist?list=PL1',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch?v=dQw4w9WgXc"',
  ])('%s has no video to embed and becomes a link', (url) => {
    expect(parseVideoUrl(url)).toMatchObject({ kind: 'link' });
  });
});

describe('Vimeo, Google Drive and Dropbox', () => {
  test.each([
    ['https://vimeo.com/76979871', '76979871?dnt=1'],
    ['https://www.vimeo.com/channels/staffpicks/76979871', '76979871?dnt=1'],
    ['https://vimeo.com/76979871/0123456789', '76979871?dnt=1&h=0123456789'],
    ['https://player.vimeo.com/video/76979871?h=0123456789', '76979871?dnt=1&h=0123456789'],
    ['https://vimeo.com/76979871#t=1m30s', '76979871?dnt=1#t=90s'],
    ['https://player.vimeo.com/video/76979871?h=0123456789#t=15', '76979871?dnt=1&h=0123456789#t=15s'],
    ['https://vimeo.com/76979871#top', '76979871?dnt=1'],
  ])('%s is embedded by its number', (url, end) => {
    expect(parseVideoUrl(url)).toMatchObject({
      kind: 'embed',
      provider: 'vimeo',
      embedUrl: `https://player.vimeo.com/video/${end}`,
    });
  });

  test.each([
    'https://drive.google.com/file/d/1A2b3C4d5E6f/view?usp=sharing',
    'https://drive.google.com/file/u/0/d/1A2b3C4d5E6f/preview',
    'https://drive.google.com/open?id=1A2b3C4d5E6f',
    'https://drive.google.com/uc?export=download&id=1A2b3C4d5E6f',
  ])('%s is shown as its preview', (url) => {
    expect(parseVideoUrl(url)).toMatchObject({
      kind: 'embed',
      provider: 'drive',
      embedUrl: 'https://drive.google.com/file/d/1A2b3C4d5E6f/preview',
    });
  });

  test('a Google Drive file keeps its resource key', () => {
    const url = 'https://drive.google.com/file/d/1A2b3C4d5E6f/view?usp=sharing&resourcekey=0-Ab_c';
    expect(parseVideoUrl(url)).toMatchObject({
      embedUrl: 'https://drive.google.com/file/d/1A2b3C4d5E6f/preview?resourcekey=0-Ab_c',
    });
    expect(parseVideoUrl(url.replace('0-Ab_c', '"x'))).toMatchObject({
      embedUrl: 'https://drive.google.com/file/d/1A2b3C4d5E6f/preview',
    });
  });

  test.each(['https://vimeo.com/showcase/1234567', 'https://drive.google.com/drive/folders/1A2b3C4d5E6f'])(
    '%s has several videos and becomes a link',
    (url) => {
      expect(parseVideoUrl(url)).toEqual({ kind: 'link', url });
    },
  );

  test('a Dropbox file is requested raw', () => {
    expect(parseVideoUrl('https://www.dropbox.com/s/abc/lesson.mp4?dl=0')).toEqual({
      kind: 'file',
      source: 'web',
      url: 'https://www.dropbox.com/s/abc/lesson.mp4?raw=1',
    });
    expect(parseVideoUrl('https://www.dropbox.com/scl/fi/abc/lesson.mov?rlkey=k&dl=1')).toMatchObject({
      url: 'https://www.dropbox.com/scl/fi/abc/lesson.mov?rlkey=k&raw=1',
    });
  });

  test('a Dropbox folder, or a format that no browser plays, is a link', () => {
    expect(parseVideoUrl('https://www.dropbox.com/home')).toMatchObject({ kind: 'link' });
    expect(parseVideoUrl('https://www.dropbox.com/s/abc/lesson.wmv?dl=0')).toMatchObject({ kind: 'link' });
  });
});

describe('direct URLs', () => {
  test.each(['mp4', 'webm', 'ogg', 'mov', 'MP4'])('.%s plays natively', (extension) => {
    const url = `https://cdn.example/a%20lesson.${extension}?token=1`;
    expect(parseVideoUrl(url)).toEqual({ kind: 'file', source: 'web', url });
  });

  test.each(['avi', 'wmv', 'flv'])('.%s plays in no browser and is offered as a link', (extension) => {
    expect(parseVideoUrl(`https://cdn.example/lesson.${extension}`)).toMatchObject({ kind: 'link' });
  });

  test('every other URL is framed', () => {
    expect(parseVideoUrl('https://video.example/watch/12')).toEqual({
      kind: 'embed',
      provider: 'other',
      url: 'https://video.example/watch/12',
      embedUrl: 'https://video.example/watch/12',
    });
  });
});

describe('hostile URLs', () => {
  test.each([
    null,
    undefined,
    '',
    '   ',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//.mp4',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:video/mp4;base64,AAAA',
    'blob:https://carrel.example/1',
    'filesystem:https://carrel.example/a.mp4',
    'file:///etc/passwd.mp4',
    'ftp://cdn.example/a.mp4',
    'http://cdn.example/a.mp4',
    'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
    '//www.youtube.com/watch?v=dQw4w9WgXcQ',
    'www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://user:secret@cdn.example/a.mp4',
    'https://www.youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
    'https://',
    'https://[bad/a.mp4',
    '../../media/a.mp4',
    `https://cdn.example/${'a'.repeat(2100)}.mp4`,
  ])('%j is not playable', (url) => {
    expect(parseVideoUrl(url)).toEqual({ kind: 'none' });
  });

  test.each([
    'https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil.example/www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://evil.example/?u=https://youtu.be/dQw4w9WgXcQ',
    'https://notyoutube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
    'https://vimeo.com.evil.example/76979871',
    'https://constructor/76979871',
    'https://__proto__/76979871',
  ])('%s is not treated as a known host', (url) => {
    expect(parseVideoUrl(url)).toMatchObject({ kind: 'embed', provider: 'other' });
  });

  test('for any input, only https URLs and own media paths are returned', () => {
    const junk = fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true, withFragments: true }));
    fc.assert(
      fc.property(junk, (text) => {
        const video = parseVideoUrl(text);
        const addresses = Object.entries(video).filter(([key]) => key.toLowerCase().endsWith('url'));
        for (const [, address] of addresses) expect(address).toMatch(/^(https:\/\/|\/media\/[0-9a-f]{32})/);
      }),
    );
  });
});
