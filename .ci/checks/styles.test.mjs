import { describe, expect, it } from 'vitest';
import { findDoubleRules, findRawValues, rulesIn } from './styles.mjs';

const FILE = 'pwa/a.module.css';
const find = (declaration) => findRawValues(FILE, `.a {\n  ${declaration};\n}\n`);

describe('the rules of a style sheet', () => {
  it('include those within at-rules, without comments', () => {
    const css =
      '/* .x { gap: 1px; } */\n.a {\n  gap: 0;\n}\n@media (--phone) {\n  .b,\n  .c { margin: 0; }\n}\n';
    expect(rulesIn(css)).toEqual([
      { line: 2, around: '', selector: '.a', declarations: ['gap: 0'] },
      { line: 7, around: '@media (--phone)', selector: '.b, .c', declarations: ['margin: 0'] },
      { line: 5, around: '', selector: '@media (--phone)', declarations: [] },
    ]);
  });
});

describe('the check of raw values', () => {
  it.each([
    'font-size: 0.9rem',
    'font: 600 14px / 1.2 var(--sans)',
    'font-size: clamp(1rem, 2vw, var(--text-title))',
    'gap: 0.5rem',
    'padding: var(--space-1) 5px',
    'margin-block-start: calc(-1 * 0.5rem)',
    'inset-inline-end: -12px',
    'scroll-margin-block: 1rem',
    'color: #fff',
    'background: linear-gradient(to top, rgb(0 0 0 / 0.5), transparent)',
    'border: 1px solid white',
    'fill: oklch(70% 0.1 200)',
  ])('refuses %s', (declaration) => {
    expect(find(declaration)).toEqual([expect.stringContaining(`${FILE}:1: .a has ${declaration}, write`)]);
  });

  it.each([
    'font-size: var(--text-small)',
    'font: 0.9em var(--mono)',
    'font: 600 var(--text-small) / 1.2 var(--sans)',
    'gap: 0 var(--space-2)',
    'padding: 2px max(var(--space-2), env(safe-area-inset-left))',
    'margin: -1px auto',
    'inline-size: 20rem',
    'color: var(--white)',
    'background: color-mix(in srgb, var(--paper) 90%, transparent)',
    'outline: 3px solid Highlight',
    'white-space: nowrap',
  ])('allows %s', (declaration) => {
    expect(find(declaration)).toEqual([]);
  });

  it('refuses raw breakpoints, and allows those with a name and queries of containers', () => {
    const query = (rule) => findRawValues(FILE, `${rule} {\n  .a {\n    gap: 0;\n  }\n}\n`);
    expect(query('@media (max-width: 600px)')).toHaveLength(1);
    expect(query('@media (hover: hover) and (width >= 40rem)')).toHaveLength(1);
    expect(query('@media (--phone) and (prefers-reduced-motion: reduce)')).toEqual([]);
    expect(query('@container (max-width: 30rem)')).toEqual([]);
  });

  it('allows raw values in the tokens', () => {
    expect(findRawValues('pwa/ui/tokens.css', ':root {\n  --ink: #000;\n  color: #000;\n}\n')).toEqual([]);
  });
});

describe('the check of double rules', () => {
  const a = '.a {\n  display: grid;\n  gap: 0;\n  margin: 0;\n}\n';

  it('names both places, whatever the order of the declarations', () => {
    const b = '@media (--phone) {\n  .b {\n    margin: 0;\n    gap: 0;\n    display: grid;\n  }\n}\n';
    const [found, ...others] = findDoubleRules([
      ['pwa/a.css', a],
      ['pwa/b.css', b],
    ]);
    expect(found).toContain('pwa/a.css:1 .a = pwa/b.css:2 .b');
    expect(others).toEqual([]);
  });

  it('allows short rules, and rules that differ', () => {
    const short = '.a {\n  gap: 0;\n  margin: 0;\n}\n';
    expect(findDoubleRules([['pwa/a.css', `${short}${short}`]])).toEqual([]);
    expect(findDoubleRules([['pwa/a.css', a + a.replace('gap: 0', 'gap: 1px')]])).toEqual([]);
  });
});
