import { expect, it } from 'vitest';
import { readVideoAddress } from './video-address.ts';

const YOUTUBE = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

it.each([
  [
    '<iframe width="560" height="315" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=abc&amp;start=15" title="YouTube video player" allowfullscreen></iframe>',
    `${YOUTUBE}&t=15`,
  ],
  ["<iframe src='//www.youtube-nocookie.com/embed/dQw4w9WgXcQ'></iframe>", YOUTUBE],
  [
    '<iframe src="https://www.youtube.com/embed/videoseries?list=PL0123456789abcdef" ></iframe>',
    'https://www.youtube.com/playlist?list=PL0123456789abcdef',
  ],
  [
    '<div style="padding:56.25% 0 0 0"><iframe src="https://player.vimeo.com/video/76979871?h=0123456789&amp;badge=0#t=30s" frameborder="0"></iframe></div><script src="https://player.vimeo.com/api/player.js"></script>',
    'https://vimeo.com/76979871/0123456789#t=30s',
  ],
  [
    '<iframe src=https://drive.google.com/file/d/1A2b3C4d5E6f/preview width=640></iframe>',
    'https://drive.google.com/file/d/1A2b3C4d5E6f/preview',
  ],
  ['https://vimeo.com/manage/videos/76979871/0123456789', 'https://vimeo.com/76979871/0123456789'],
  ['https://vimeo.com/showcase/1234567/video/76979871', 'https://vimeo.com/76979871'],
  [' www.youtube.com/watch?v=dQw4w9WgXcQ ', YOUTUBE],
  ['youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
  ['http://www.youtube.com/watch?v=dQw4w9WgXcQ', YOUTUBE],
])('reads the address of %j', (text, address) => {
  expect(readVideoAddress(text)).toBe(address);
});

it.each([
  '',
  'tides.mov',
  'not an address',
  'http://video.example/tides.mp4',
  '<iframe title="none"></iframe>',
  'https://video.example/embed/12',
  'https://www.youtube.com.evil.example/embed/dQw4w9WgXcQ',
  'javascript:alert(1)',
])('leaves %j as it is', (text) => {
  expect(readVideoAddress(text)).toBe(text);
});
