import { describe, expect, it } from 'vitest';
import { encodeText } from '#interchange/course-file/digest.ts';
import { PNG_URI } from '#interchange/export/testing/course-copies.ts';
import { importForTest } from '../testing/finish-for-test.ts';

const named = (type: string, inside: string, text = '<p>Which?</p>') =>
  `<question type="${type}"><name><text>Q</text></name><questiontext format="html"><text><![CDATA[${text}]]></text></questiontext>${inside}</question>`;
const answer = (fraction: number, text: string, more = '') =>
  `<answer fraction="${fraction}"><text>${text}</text>${more}</answer>`;

const read = (...questions: readonly string[]) =>
  importForTest({
    'bank.xml': `<?xml version="1.0"?>\n<!-- made by hand -->\n<quiz>${questions.join('')}</quiz>`,
  });

describe('a question in Moodle XML', () => {
  it.each(
    [
      [
        'multichoice',
        answer(100, 'Sea') + answer(0, 'Sand'),
        'one 1 <p>Which?</p> [Sea, Sand] {"right":["Sea"]}',
      ],
      [
        'multichoice',
        `<single>false</single><defaultgrade>2</defaultgrade>${answer(50, 'Sun')}${answer(50, 'Moon')}${answer(-50, 'Sand')}`,
        'several 2 <p>Which?</p> [Sun, Moon, Sand] {"right":["Sun","Moon"]}',
      ],
      [
        'truefalse',
        answer(0, 'true') + answer(100, 'false'),
        'one 1 <p>Which?</p> [True, False] {"right":["False"]}',
      ],
      [
        'shortanswer',
        answer(100, 'ebb') + answer(100, 'low tide'),
        'text 1 <p>Which?</p> [] {"accepted":["ebb","low tide"]}',
      ],
      [
        'numerical',
        answer(100, '12.5', '<tolerance>0.5</tolerance>'),
        'number 1 <p>Which?</p> [] {"value":"12.5","tolerance":"0.5"}',
      ],
      [
        'essay',
        '<graderinfo format="html"><text>The moon pulls.</text></graderinfo>',
        'open 1 <p>Which?</p> [] {"model":"The moon pulls."}',
      ],
      [
        'ordering',
        answer(2, 'high') + answer(1, 'low'),
        'order 1 <p>Which?</p> [low, high] {"order":["low","high"]}',
      ],
    ].filter(([type]) => type !== 'matching'),
  )('of the type %s is asked', async (type = '', inside = '', expected = '') => {
    expect((await read(named(type, inside))).questions).toEqual([expected]);
  });

  it('that matches shares a right side that two left sides have, and keeps wrong ones', async () => {
    const pair = (left: string, right: string) =>
      `<subquestion format="html"><text>${left}</text><answer><text>${right}</text></answer></subquestion>`;
    const { questions } = await read(
      named('match', pair('ebb', 'falls') + pair('neap', 'falls') + pair('', 'burns')),
    );
    expect(questions).toEqual([
      'match 1 <p>Which?</p> [ebb, neap, falls, burns] {"pairs":[["ebb","falls"],["neap","falls"]]}',
    ]);
  });

  it('with several gaps is a question for each, which share its points', async () => {
    const text = '<p>At {1:SHORTANSWER:=ebb~%50%low} the sea {1:MULTICHOICE:rises~=falls#Yes}.</p>';
    const { questions, lines } = await read(named('cloze', '<defaultgrade>3</defaultgrade>', text));
    expect(questions).toEqual([
      'text 1.5 <p>At  (1) _____  the sea  (2) _____ .</p><p>What belongs into gap 1?</p> [] {"accepted":["ebb"]}',
      'one 1.5 <p>At  (1) _____  the sea  (2) _____ .</p><p>What belongs into gap 2?</p> [rises, falls] {"right":["falls"]}',
    ]);
    expect(lines).toContain('simplified Q: A text with several gaps became one question for each gap.');
    expect(lines).toContain('simplified Q: Answers that were partly right count as wrong here.');
  });

  it('keeps the picture of its text, and loses what could run', async () => {
    const file = `<file name="sea.png" path="/" encoding="base64">${PNG_URI.split(',')[1]}</file>`;
    const text = `<text><![CDATA[<p onclick="x()">See <img src="@@PLUGINFILE@@/sea.png" alt="Sea"><script>x()</script></p>]]></text>${file}`;
    const { questions } = await read(
      `<question type="truefalse"><questiontext format="html">${text}</questiontext>${answer(100, 'true')}${answer(0, 'false')}</question>`,
    );
    expect(questions[0]).toMatch(/^one 1 <p>See <img src="carrel:file\/[0-9a-f]{64}" alt="Sea" \/><\/p> /);
  });

  it('whose answers are pictures, of another type or with wildcards is a line of the report', async () => {
    const picture = '&lt;img src="a.png"&gt;';
    const { questions, lines } = await read(
      named('multichoice', answer(100, picture) + answer(0, picture)),
      named('calculated', ''),
      named('shortanswer', answer(100, 'eb*')),
    );
    expect(questions).toEqual([]);
    expect(lines).toEqual([
      'leftOut Q: Carrel has no questions of this kind (calculated).',
      'simplified Q: Answers with a * that stands for any text were left out: Carrel compares whole answers.',
      'leftOut Sea: Q: Its answers are pictures without a description: answers are plain text.',
      'leftOut Sea: Q: This question cannot be asked here. Write an answer that is accepted.',
      'leftOut Sea: There is no question in it that can be asked here.',
      'simplified Sea: There is no text in it.',
    ]);
  });
});

describe('a hostile file in Moodle XML', () => {
  it.each([
    [
      'entities',
      '<quiz><question type="truefalse"><name><text>&a;</text></name></question></quiz>',
      /not well-formed/,
    ],
    [
      'deep nesting',
      `<quiz>${'<question>'.repeat(2_000)}${'</question>'.repeat(2_000)}</quiz>`,
      /not well-formed/,
    ],
    ['its end cut off', '<quiz><question type="truefalse">', /not well-formed/],
    ['no questions', '<quiz></quiz>', /nothing in this file/],
  ])('with %s is refused in one sentence', async (_name, xml, sentence) => {
    await expect(importForTest({ 'a.xml': xml })).rejects.toThrow(sentence);
  });

  it('in a broken encoding is read by the one that it probably has', async () => {
    const bytes = Uint8Array.from(
      named('truefalse', answer(100, 'true') + answer(0, 'false'), 'Caf\u00e9'),
      (sign) => sign.charCodeAt(0),
    );
    const begin = encodeText('<quiz>');
    const end = encodeText('</quiz>');
    const { questions } = await importForTest({ 'a.xml': new Uint8Array([...begin, ...bytes, ...end]) });
    expect(questions[0]).toContain('Café');
  });
});
