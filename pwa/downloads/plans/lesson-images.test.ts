import { expect, it } from 'vitest';
import { listImages } from './lesson-images.ts';

it('images of a text are found by their addresses, except inline ones', () => {
  const html = `<p>A <img alt="a" src="https://pics.example/a.png" width="2"> b
    <img src='/media/thumbnails/x-640.webp'><IMG data-src="no" src=c.png>
    <img src="data:image/png;base64,AA"><img alt="none"> &lt;img src="text"&gt;</p>`;
  expect(listImages(html)).toEqual(['https://pics.example/a.png', '/media/thumbnails/x-640.webp', 'c.png']);
});

it('a text full of unclosed tags is read as fast as any other', () => {
  // A quadratic scan of the tags would take minutes.
  expect(listImages('<img '.repeat(200_000))).toEqual([]);
});
