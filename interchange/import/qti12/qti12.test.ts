import { describe, expect, it } from 'vitest';
import { ImportError } from '../import-error.ts';
import { importForTest } from '../testing/finish-for-test.ts';

const label = (ident: string, text: string) =>
  `<response_label ident="${ident}"><material><mattext>${text}</mattext></material></response_label>`;
const item = `<item title="Tide"><presentation><material><mattext texttype="text/html">Which?</mattext></material><response_lid ident="r" rcardinality="Single"><render_choice>${label('a', 'Sand')}${label('b', 'Sea')}</render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar><varequal respident="r">b</varequal></conditionvar><setvar>100</setvar></respcondition></resprocessing></item>`;
const file = (inside: string) => ({
  'tides.xml': `<?xml version="1.0"?><questestinterop>${inside}</questestinterop>`,
});

describe('a single file of QTI 1.2', () => {
  it.each([
    [
      'an assessment is a test',
      `<assessment title="Exam"><section>${item}</section></assessment>`,
      'Exam',
      'test',
    ],
    ['a bank is practice', `<objectbank ident="b">${item}</objectbank>`, 'Sea', 'practice'],
    ['items are practice', item, 'Sea', 'practice'],
  ])('with %s', async (_what, inside, title, use) => {
    const { format, titles, quizzes, questions } = await importForTest(file(inside));
    expect([format, titles]).toEqual(['QTI 1.2', [title]]);
    expect(quizzes).toMatchObject([{ use }]);
    expect(questions).toEqual(['one 1 Which? [Sand, Sea] {"right":["Sea"]}']);
  });

  it.each([
    '',
    '<assessment title="Exam"/>',
    '<item><presentation/></item>',
    `<assessment>${item}`,
    '<item>&undefined;</item>',
  ])('without any question is refused: %s', async (inside) => {
    await expect(importForTest(file(inside))).rejects.toThrow(ImportError);
  });
});
