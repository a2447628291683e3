import { afterEach, expect, it, vi } from 'vitest';
import { mayBeFramed } from './frame-origins.ts';

/** A page with these origins in its head, as the server writes them. */
function showPage(content: string | null): void {
  vi.stubGlobal('document', { querySelector: () => (content === null ? null : { content }) });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it('known players may be framed on every installation', () => {
  showPage(null);
  expect(mayBeFramed('https://www.youtube-nocookie.com/embed/abcdefghijk')).toBe(true);
  expect(mayBeFramed('https://player.vimeo.com/video/1?dnt=1')).toBe(true);
  expect(mayBeFramed('https://drive.google.com/file/d/x/preview')).toBe(true);
});

it('other players may be framed only if the operator allows their origin', () => {
  const url = 'https://tv.example.org/watch/1';
  showPage(null);
  expect(mayBeFramed(url)).toBe(false);
  showPage('https://player.example.org https://tv.example.org');
  expect(mayBeFramed(url)).toBe(true);
  expect(mayBeFramed('https://tv.example.org.evil.example/watch/1')).toBe(false);
});
