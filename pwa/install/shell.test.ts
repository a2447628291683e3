import { describe, expect, it } from 'vitest';
import html from '../index.html?raw';

describe('the shell that is painted before any script', () => {
  it('runs nothing that a strict Content-Security-Policy would block', () => {
    expect(html).not.toMatch(/\sstyle=/);
    expect(html).not.toMatch(/\son[a-z]+=/);
    // The server allows what is written in the page by its hash.
    expect([...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<script>',
      '<script type="module" src="/main.tsx">',
    ]);
  });

  it('shows a correct message without JavaScript', () => {
    expect(html).toMatch(/<noscript>[\s\S]*JavaScript[\s\S]*<\/noscript>/);
  });
});
