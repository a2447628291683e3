import { describe, expect, it } from 'vitest';
import { importForTest } from '../testing/finish-for-test.ts';

const declared = (values: readonly string[], cardinality = 'single', baseType = 'identifier') =>
  `<responseDeclaration identifier="R" cardinality="${cardinality}" baseType="${baseType}"><correctResponse>${values.map((value) => `<value>${value}</value>`).join('')}</correctResponse></responseDeclaration>`;
const choices = (name: string, ...ids: readonly string[]) =>
  ids.map((id) => `<${name} identifier="${id}">${id}</${name}>`).join('');
const item = (declaration: string, body: string, more = '') =>
  `<?xml version="1.0"?><assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="Tides">${declaration}<itemBody>${body}</itemBody>${more}</assessmentItem>`;
const choice = (max: string, ...ids: readonly string[]) =>
  `<choiceInteraction responseIdentifier="R" maxChoices="${max}"><prompt>Which?</prompt>${choices('simpleChoice', ...ids)}</choiceInteraction>`;

const ONE = item(declared(['Sea']), choice('1', 'Sand', 'Sea'));

describe('an item of QTI 2', () => {
  it.each([
    ['one choice', ONE, 'one 1 <p>Which?</p> [Sand, Sea] {"right":["Sea"]}'],
    [
      'several choices',
      item(declared(['a', 'b'], 'multiple'), choice('0', 'a', 'b', 'c')),
      'several 1 <p>Which?</p> [a, b, c] {"right":["a","b"]}',
    ],
    [
      'an order',
      item(
        declared(['low', 'high'], 'ordered'),
        `<orderInteraction responseIdentifier="R"><prompt>Sort</prompt>${choices('simpleChoice', 'high', 'low')}</orderInteraction>`,
      ),
      'order 1 <p>Sort</p> [low, high] {"order":["low","high"]}',
    ],
    [
      'a text in a sentence',
      item(
        declared(['ebb'], 'single', 'string'),
        '<p>The <textEntryInteraction responseIdentifier="R"/> falls.</p>',
      ),
      'text 1 <p>The  _____  falls.</p> [] {"accepted":["ebb"]}',
    ],
    [
      'a number',
      item(
        declared(['12.4'], 'single', 'float'),
        '<p>Hours: <textEntryInteraction responseIdentifier="R"/></p>',
      ),
      'number 1 <p>Hours:  _____ </p> [] {"value":"12.4","tolerance":"0"}',
    ],
    [
      'a choice in a sentence',
      item(
        declared(['falls']),
        `<p>Ebb <inlineChoiceInteraction responseIdentifier="R">${choices('inlineChoice', 'falls', 'rises')}</inlineChoiceInteraction>.</p>`,
      ),
      'one 1 <p>Ebb  _____ .</p> [falls, rises] {"right":["falls"]}',
    ],
    [
      'a match',
      item(
        declared(['ebb falls', 'flow rises'], 'multiple', 'directedPair'),
        `<p>Match</p><matchInteraction responseIdentifier="R"><simpleMatchSet>${choices('simpleAssociableChoice', 'ebb', 'flow')}</simpleMatchSet><simpleMatchSet>${choices('simpleAssociableChoice', 'falls', 'rises', 'burns')}</simpleMatchSet></matchInteraction>`,
      ),
      'match 1 <p>Match</p> [ebb, flow, falls, rises, burns] {"pairs":[["ebb","falls"],["flow","rises"]]}',
    ],
  ])('asks for %s', async (_name, xml, expected) => {
    const { questions, format } = await importForTest({ 'item.xml': xml });
    expect([format, questions]).toEqual(['QTI 2', [expected]]);
  });

  it('with a point in a picture is left out with its kind', async () => {
    await expect(
      importForTest({ 'item.xml': item('', '<hotspotInteraction responseIdentifier="R"/>') }),
    ).rejects.toThrow('Carrel has no questions of this kind (hotspot).');
  });
});

describe('a package of QTI 2', () => {
  it('has a test with its items in their order, and practice of the others', async () => {
    const resource = (id: string, type: string, href: string) =>
      `<resource identifier="${id}" type="${type}" href="${href}"><file href="${href}"/></resource>`;
    const two = ONE.replace('Which?', 'And now? <img src="img/sea.png" alt="Sea"/>');
    const { quizzes, questions } = await importForTest({
      'imsmanifest.xml': `<manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><organizations/><resources>${resource('t', 'imsqti_test_xmlv2p1', 'test.xml')}${resource('a', 'imsqti_item_xmlv2p1', 'items/a.xml')}${resource('b', 'imsqti_item_xmlv2p1', 'items/b.xml')}</resources></manifest>`,
      'test.xml':
        '<assessmentTest xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="t" title="Exam"><testPart><assessmentSection><assessmentItemRef href="items/b.xml"/></assessmentSection></testPart></assessmentTest>',
      'items/a.xml': ONE,
      'items/b.xml': two,
      'items/img/sea.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]),
    });
    expect(quizzes.map(({ use, title }) => [use, title])).toEqual([
      ['test', 'Exam'],
      ['practice', 'Sea'],
    ]);
    expect(questions[0]).toMatch(/And now\? <img src="carrel:file\/[0-9a-f]{64}" alt="Sea"/);
    expect(questions[1]).toContain('Which?');
  });
});
