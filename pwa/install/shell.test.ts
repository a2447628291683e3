import { describe, expect, it } from 'vitest';
import html from '../index.html?raw';

describe('the shell that is painted before any script', () => {
  it('runs nothing that a strict Content-Security-Policy would block', () => {
    expect(html).not.toMatch(/\sstyle=/);
    expect(html).not.toMatch(/\son[a-z]+=/);
    expect([...html.matchAll(/<script\b/g)]).toHaveLength(1);
    expect(html).toContain('<script type="module" src="/main.tsx"></script>');
  });

  it('shows a correct message without JavaScript', () => {
    expect(html).toMatch(/<noscript>[\s\S]*JavaScript[\s\S]*<\/noscript>/);
  });
});
