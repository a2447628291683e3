import { describe, expect, it } from 'vitest';
import { resolveMedia } from './custom-media.ts';

describe('the breakpoints in style sheets', () => {
  it('become plain media queries', () => {
    const sheet = '@media (hover: hover) and (--above-narrow) { a { color: var(--ink); } }';
    expect(resolveMedia(sheet, 'a.css')).toBe(
      '@media (hover: hover) and (min-width: 768px) { a { color: var(--ink); } }',
    );
  });

  it('are the only names', () => {
    expect(() => resolveMedia('@media (--huge) {}', 'a.css')).toThrow('a.css: no breakpoint is named --huge');
  });
});
