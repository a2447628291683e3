import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, encodeText } from '#interchange/course-file/digest.ts';
import { activeParts, readXml } from '../testing/read-markup.ts';
import { plainSvg } from './plain-svg.ts';

const ROOT = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">';

function plain(content: string): string {
  const bytes = plainSvg(
    encodeText(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e "x">]>${ROOT}${content}</svg>`),
  );
  return bytes === null ? '' : decodeText(bytes).replace(ROOT, '').replace('</svg>', '');
}

describe('an SVG picture', () => {
  it.each([
    ['shapes and texts', '<g fill="red"><path d="M0 0h1"></path><text x="1">a &amp; b</text></g>'],
    ['styles', '<style>@media (prefers-color-scheme:dark){a&gt;b{fill:#fff}}</style>'],
    [
      'gradients',
      '<linearGradient id="a"></linearGradient><rect fill="url(#a)"></rect><use xlink:href="#a"></use>',
    ],
  ])('has its %s unchanged', (_, content) => {
    expect(plain(content)).toBe(content);
  });

  it.each([
    ['scripts', '<script>alert(1)</script>'],
    ['scripts in groups', '<metadata><script>alert(1)</script></metadata>'],
    ['foreign content', '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml">a</body></foreignObject>'],
    ['animations of links', '<animate attributeName="href" values="javascript:alert(1)"/>'],
    ['imported styles', '<style>@import "https://x.example";</style>'],
    ['hidden imports', '<style>@\\69mport "https://x.example";</style>'],
  ])('loses %s', (_, content) => {
    expect(plain(content)).not.toMatch(/alert|example|body/);
  });

  it('loses handlers and addresses outside of it', () => {
    const content =
      '<rect onload="alert(1)" ONCLICK="x" fill="url(https://x.example)"/><image href="https://x.example/p.png"/><use xlink:href="javascript:alert(1)"/>';
    expect(plain(content)).toBe('<rect></rect><image></image><use></use>');
  });

  it('is no picture when it is something else', () => {
    expect(plainSvg(encodeText('<html><svg></svg></html>'))).toBeNull();
    expect(plainSvg(new Uint8Array([0xff, 0xfe]))).toBeNull();
    expect(plainSvg(encodeText(''))).toBeNull();
  });

  it('is well-formed and harmless, whatever it was', () => {
    const pieces = fc.constantFrom(
      ...[
        '<g>',
        '</g>',
        '<script>',
        '</svg>',
        '<svg onload="x">',
        '<style>a{}',
        '</style>',
        '<![CDATA[<script>]]>',
      ],
      ...[
        '&amp;',
        '&e;',
        '&#0;',
        ']]>',
        '<text x="<">',
        '<a xlink:href="javascript:x">',
        '<!-- x',
        '-->',
        '\u0000',
        'é',
      ],
      ...['<x:rect xmlns:x="y"/>', '<rect a:b="c" x="1" x="2"/>', "<rect x='&quot;'/>"],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (content) => {
        const bytes = plainSvg(encodeText(`<svg>${content.join('')}`));
        expect(activeParts(readXml(decodeText(bytes ?? new Uint8Array())))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });
});
