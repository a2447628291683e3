import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ImportError } from '../import-error.ts';
import { ImportReport } from '../import-report.ts';
import { readPasted } from './read-pasted.ts';

function paste(text: string) {
  const report = new ImportReport();
  const course = readPasted(text, { name: 'My links', report });
  const modules = course.modules.map(({ title, lessons }) => ({
    title,
    lessons: lessons.map((lesson) => {
      const [attachment] = lesson.attachments;
      return [lesson.title, attachment !== undefined && 'url' in attachment ? attachment.url : null];
    }),
  }));
  return { course, modules, lines: report.lines };
}

describe('a pasted list', () => {
  it.each([
    ['a tab', 'Waves\thttps://example.org/a'],
    ['a comma', 'Waves, https://example.org/a'],
    ['a dash', 'Waves - https://example.org/a'],
    ['a colon', 'Waves: https://example.org/a'],
    ['a bullet before it', '- Waves https://example.org/a'],
    ['a number before it', '12. Waves https://example.org/a'],
    ['quotes of a spreadsheet', '"Waves"\thttps://example.org/a'],
    ['a Markdown link', '[Waves](https://example.org/a)'],
    ['a Markdown link in a list', '* [Waves](<https://example.org/a> "Sea")'],
    ['the address first', 'https://example.org/a – Waves'],
    ['a bracket around the address', 'Waves (https://example.org/a)'],
    ['a full stop behind it', 'Waves https://example.org/a.'],
  ])('has one lesson a line, whose title and address are parted by %s', (_, line) => {
    const { modules, lines } = paste(line);
    expect(modules).toEqual([{ title: 'My links', lessons: [['Waves', 'https://example.org/a']] }]);
    expect(lines).toEqual([]);
  });

  it('names a lesson after its address if there is no title', () => {
    expect(paste('https://www.example.org/waves/').modules[0]?.lessons).toEqual([
      ['example.org/waves', 'https://www.example.org/waves/'],
    ]);
  });

  it('keeps a bracket that belongs to the address', () => {
    const address = 'https://en.wikipedia.org/wiki/Tide_(sea)';
    expect(paste(`Tide ${address}`).modules[0]?.lessons).toEqual([['Tide', address]]);
  });

  it('begins a module at a heading, or behind an empty line at a line with a colon', () => {
    const { modules } = paste(
      'https://a.example\n\nDay one:\nB\thttps://b.example\n# Day two\nC\thttps://c.example\r\n',
    );
    expect(modules).toEqual([
      { title: 'My links', lessons: [['a.example', 'https://a.example']] },
      { title: 'Day one', lessons: [['B', 'https://b.example']] },
      { title: 'Day two', lessons: [['C', 'https://c.example']] },
    ]);
  });

  it('reports lines that it cannot read with their number, and modules without any link', () => {
    const { modules, lines } = paste(
      'A\thttps://a.example\nsome words\nB http://b.example\nhttps://c.example https://d.example\n# Empty',
    );
    expect(modules).toHaveLength(1);
    expect(lines.map(({ outcome, place }) => [outcome, place])).toEqual([
      ['leftOut', 'Line 2'],
      ['leftOut', 'Line 3'],
      ['leftOut', 'Line 4'],
      ['leftOut', 'Empty'],
    ]);
  });

  it('is refused without any address', () => {
    expect(() => paste('one\ntwo')).toThrow(ImportError);
    expect(() => paste('')).toThrow(ImportError);
  });

  it('becomes lessons or is refused, whatever it is', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('https://a.b', '\n', '\t', '#', ':', '[', '](', ')', '- '),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        try {
          const { course } = paste(pieces.join(''));
          const lessons = course.modules.flatMap((module) => module.lessons);
          expect(lessons.every(({ title }) => title !== '' && title.length <= 300)).toBe(true);
          expect(new Set(lessons.map(({ key }) => key)).size).toBe(lessons.length);
        } catch (error) {
          if (!(error instanceof ImportError)) throw error;
        }
      }),
    );
  });
});
