import { expect, it } from 'vitest';
import { listPictures } from './lesson-pictures.ts';

it('pictures of a text are found by their addresses, but for those that lie in it', () => {
  const html = `<p>A <img alt="a" src="https://pics.example/a.png" width="2"> b
    <img src='/media/thumbnails/x-640.webp'><IMG data-src="no" src=c.png>
    <img src="data:image/png;base64,AA"><img alt="none"> &lt;img src="text"&gt;</p>`;
  expect(listPictures(html)).toEqual(['https://pics.example/a.png', '/media/thumbnails/x-640.webp', 'c.png']);
});

it('a text full of tags that never end is read as fast as any other', () => {
  // Read once for each tag, this would take minutes.
  expect(listPictures('<img '.repeat(200_000))).toEqual([]);
});
