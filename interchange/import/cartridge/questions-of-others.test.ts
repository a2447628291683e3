import { describe, expect, it } from 'vitest';
import { importForTest } from '../testing/finish-for-test.ts';

const formatted = (html: string) =>
  `<material><mat_extension><mat_formattedtext type="HTML"><![CDATA[${html}]]></mat_formattedtext></mat_extension></material>`;
const flow = (kind: string, inside: string) => `<flow class="${kind}">${inside}</flow>`;
const setvar = (name: string, value: string) =>
  `<setvar variablename="${name}" action="Set">${value}</setvar>`;
const equal = (value: string, ident = 'response') =>
  `<varequal respident="${ident}" case="No">${value}</varequal>`;
const condition = (test: string, more: string) =>
  `<respcondition><conditionvar>${test}</conditionvar>${more}</respcondition>`;
const leadsTo = (ident: string) => `<displayfeedback linkrefid="${ident}" feedbacktype="Response"/>`;
const RIGHT = setvar('SCORE', 'SCORE.max') + leadsTo('correct');

interface Asked {
  readonly kind: string;
  readonly prompt?: string;
  readonly responses: string;
  readonly conditions: string;
  readonly more?: string;
}

/** An item as Blackboard writes it: the points beside a weight of 0, all texts in its own element. */
const asked = ({ kind, prompt = '<p>Which?</p>', responses, conditions, more = '' }: Asked) =>
  `<item title="${kind}"><itemmetadata><bbmd_questiontype>${kind}</bbmd_questiontype><qmd_absolutescore_max>5.0</qmd_absolutescore_max><qmd_weighting>0.0</qmd_weighting></itemmetadata><presentation>${flow(
    'Block',
    flow('QUESTION_BLOCK', formatted(prompt)) + responses,
  )}</presentation><resprocessing>${conditions}</resprocessing>${more}</item>`;
const lid = (labels: string, cardinality = 'Single', ident = 'response') =>
  `<response_lid ident="${ident}" rcardinality="${cardinality}"><render_choice><flow_label>${labels}</flow_label></render_choice></response_lid>`;
const label = (ident: string, html: string) =>
  `<response_label ident="${ident}"><flow_mat>${formatted(html)}</flow_mat></response_label>`;
const plain = (ident: string) =>
  `<response_label ident="${ident}"><material><mattext texttype="text/plain">${ident}</mattext></material></response_label>`;
const typed = (ident = 'response', element = 'response_str') =>
  `<${element} ident="${ident}" rcardinality="Single"><render_fib fibtype="String"/></${element}>`;
const assessment = (kind: string, inside: string) =>
  `<questestinterop><assessment title="Tides"><assessmentmetadata><bbmd_assessmenttype>${kind}</bbmd_assessmenttype></assessmentmetadata><section>${inside}</section></assessment></questestinterop>`;

const resource = (name: string, kind: string) =>
  `<resource bb:file="${name}.dat" bb:title="${name} there" identifier="${name}" type="assessment/x-bb-qti-${kind}" xml:base="${name}"/>`;
const blackboard = (resources: string) =>
  `<manifest identifier="man1" xmlns:bb="http://www.blackboard.com/content-packaging/"><organizations/><resources>${resources}</resources></manifest>`;
const read = (items: string) =>
  importForTest({
    '.bb-package-info': '',
    'imsmanifest.xml': blackboard(resource('res1', 'test')),
    'res1.dat': assessment('Test', items),
  });

const CHOICE = asked({
  kind: 'Multiple Choice',
  responses: lid(label('a', '<p>Sand</p>') + label('b', '<p>Sea</p>')),
  conditions:
    condition(equal('b'), RIGHT) +
    condition(equal('', 'a'), setvar('SCORE', '0') + leadsTo('a')) +
    condition(equal('', 'b'), setvar('SCORE', '100') + leadsTo('b')),
  more: `<itemfeedback ident="a"><solution><solutionmaterial>${formatted('')}</solutionmaterial></solution></itemfeedback>`,
});

describe('questions that Blackboard exported by themselves', () => {
  it('are a test with the title that the package has', async () => {
    const { titles, quizzes, questions } = await read(CHOICE);
    expect(titles).toEqual(['res1 there']);
    expect(quizzes).toMatchObject([{ use: 'test' }]);
    expect(questions).toEqual(['one 5 <p>Which?</p> [Sand, Sea] {"right":["Sea"]}']);
  });

  it.each([
    [
      'yes or no',
      asked({
        kind: 'Either/Or',
        responses: lid(plain('yes_no.true') + plain('yes_no.false')),
        conditions: condition(equal('yes_no.false'), RIGHT),
      }),
      ['one 5 <p>Which?</p> [Yes, No] {"right":["No"]}'],
    ],
    [
      'true or false',
      asked({
        kind: 'True/False',
        responses: lid(plain('true') + plain('false')),
        conditions: condition(equal('true'), RIGHT),
      }),
      ['one 5 <p>Which?</p> [True, False] {"right":["True"]}'],
    ],
    [
      'choices whose identifiers the answer does not have',
      asked({
        kind: 'Multiple Answer',
        responses: lid(label('n1', 'Sand') + label('n2', 'Sea') + label('n3', 'Tide'), 'Multiple'),
        conditions: condition(
          `<and><not>${equal('x')}</not>${equal('y')}${equal('z')}</and>`,
          RIGHT + setvar('single_correct_answer', 'false'),
        ),
      }),
      ['several 5 <p>Which?</p> [Sand, Sea, Tide] {"right":["Sea","Tide"]}'],
    ],
    [
      'a text, whose answer has no score',
      asked({
        kind: 'Fill in the Blank',
        responses: typed(),
        conditions: condition(equal('ebb'), setvar('EvaluationType', 'EXACT') + leadsTo('correct')),
      }),
      ['text 5 <p>Which?</p> [] {"accepted":["ebb"]}'],
    ],
    [
      'a number, whose answer has no score',
      asked({
        kind: 'Numeric',
        responses: typed('response', 'response_num'),
        conditions: condition(
          `<vargte respident="response">8</vargte><varlte respident="response">12</varlte>${equal('10')}`,
          leadsTo('correct'),
        ),
      }),
      ['number 5 <p>Which?</p> [] {"value":"10","tolerance":"2"}'],
    ],
    [
      'gaps that are named in the text',
      asked({
        kind: 'Fill in the Blank Plus',
        prompt: '<p>The [m] pulls the [s].</p>',
        responses: typed('m') + typed('s'),
        conditions: condition(
          `<and><or>${equal('moon', 'm')}</or><or>${equal('sea', 's')}</or></and>`,
          RIGHT,
        ),
      }),
      [
        'text 2.5 <p>The  (1) _____  pulls the  (2) _____ .</p><p>What belongs into gap 1?</p> [] {"accepted":["moon"]}',
        'text 2.5 <p>The  (1) _____  pulls the  (2) _____ .</p><p>What belongs into gap 2?</p> [] {"accepted":["sea"]}',
      ],
    ],
    [
      'a gap with choices',
      asked({
        kind: 'Jumbled Sentence',
        prompt: '<p>The [m] pulls.</p>',
        responses: lid(label('a', 'sand') + label('b', 'moon'), 'Single', 'm'),
        conditions: condition(`<and>${equal('b', 'm')}</and>`, RIGHT),
      }),
      ['one 5 <p>The  _____  pulls.</p> [sand, moon] {"right":["moon"]}'],
    ],
    [
      'a match, whose sides are apart',
      asked({
        kind: 'Matching',
        responses:
          flow(
            'RESPONSE_BLOCK',
            flow(
              'Block',
              lid(plain('x1') + plain('y1') + plain('z1'), 'Single', 'r1') + formatted('<p>ebb</p>'),
            ) +
              flow(
                'Block',
                formatted('<p>flow</p>') + lid(plain('x2') + plain('y2') + plain('z2'), 'Single', 'r2'),
              ),
          ) +
          flow(
            'RIGHT_MATCH_BLOCK',
            ['rising', 'falling', 'calm'].map((text) => flow('Block', formatted(text))).join(''),
          ),
        conditions:
          condition(equal('y1', 'r1'), leadsTo('correct')) + condition(equal('x2', 'r2'), leadsTo('correct')),
      }),
      [
        'match 5 <p>Which?</p> [ebb, flow, falling, rising, calm] {"pairs":[["ebb","falling"],["flow","rising"]]}',
      ],
    ],
  ])('ask for %s', async (_name, xml, expected) => {
    expect((await read(xml)).questions).toEqual(expected);
  });

  it('say what is compared in another way, and which kinds Carrel does not have', async () => {
    const contains = asked({
      kind: 'Fill in the Blank',
      responses: typed(),
      conditions: condition(equal('ebb'), setvar('EvaluationType', 'CONTAINS') + leadsTo('correct')),
    });
    const pattern = contains.replace('CONTAINS', 'MATCHES').replace('title="Fill in the Blank"', 'title="P"');
    const others = ['Hot Spot', 'Opinion Scale', 'Quiz Bowl', 'Calculated', 'File Upload'].map((kind) =>
      asked({ kind, responses: typed(), conditions: '' }),
    );
    const { questions, lines } = await read(contains + pattern + others.join(''));
    expect(questions).toEqual(['text 5 <p>Which?</p> [] {"accepted":["ebb"]}']);
    const left = (kind: string, name = kind) =>
      `leftOut res1 there: ${name}: Carrel has no questions of this kind (${kind}).`;
    expect(lines).toEqual([
      'simplified res1 there: Fill in the Blank: An answer only had to contain the text there. Here it must be the text.',
      left('Fill in the Blank', 'P'),
      left('Hot Spot'),
      left('Opinion Scale'),
      left('Quiz Bowl'),
      left('Calculated'),
      left('File Upload'),
      'taken res1 there: It was graded there, and is a test here.',
    ]);
  });

  it('of a pool are practice, but not where a test draws from it', async () => {
    const pool = { 'res2.dat': assessment('Pool', CHOICE + CHOICE) };
    const alone = await importForTest({ 'imsmanifest.xml': blackboard(resource('res2', 'pool')), ...pool });
    expect(alone.quizzes).toMatchObject([{ use: 'practice', questions: [{}, {}] }]);
    const drawn =
      '<section><selection_ordering><selection><selection_number>1</selection_number><sourcebank_ref>res2</sourcebank_ref></selection></selection_ordering></section>';
    const { quizzes, lines } = await importForTest({
      'imsmanifest.xml': blackboard(resource('res1', 'test') + resource('res2', 'pool')),
      'res1.dat': assessment('Test', drawn),
      ...pool,
    });
    expect(quizzes).toMatchObject([{ use: 'test', questions: [{}, {}] }]);
    expect(lines).toEqual([
      'simplified res1 there: The other system drew some of these questions at random. All of them were taken.',
      'leftOut res2 there: A bank of questions was left out: questions of tests may be in it, and practice would show their answers.',
      'taken res1 there: It was graded there, and is a test here.',
    ]);
  });

  it('in an archive of a whole course are refused with it: its pages would be missing', async () => {
    const page = '<resource bb:file="res3.dat" identifier="res3" type="resource/x-bb-document"/>';
    const files = {
      '.bb-package-info': '',
      'imsmanifest.xml': blackboard(resource('res1', 'test') + page),
      'res1.dat': assessment('Test', CHOICE),
    };
    await expect(importForTest(files)).rejects.toThrow('Export the course there as a Common Cartridge');
  });
});

describe('questions of Brightspace', () => {
  const field = (name: string, entry: string) =>
    `<qti_metadatafield><fieldlabel>${name}</fieldlabel><fieldentry>${entry}</fieldentry></qti_metadatafield>`;
  const item = `<item title="Tide"><itemmetadata><qtimetadata>${field('qmd_questiontype', 'Multiple Choice')}${field('qmd_weighting', '2')}</qtimetadata></itemmetadata><presentation><flow><material><mattext texttype="text/html">Which?</mattext></material>${lid(label('a', 'Sand') + label('b', 'Sea'))}</flow></presentation><resprocessing>${condition(equal('b'), '<setvar action="Set">100.0</setvar>') + condition(equal('a'), '<setvar action="Set">0.0</setvar>')}</resprocessing></item>`;
  const short = (kind: string) =>
    `<item title="${kind}"><itemmetadata><qtimetadata>${field('qmd_questiontype', kind)}</qtimetadata></itemmetadata><presentation><flow><material><mattext texttype="text/html">When?</mattext></material><response_str ident="q_STR" rcardinality="Single"><render_fib><response_label ident="q_ANS"/></render_fib></response_str></flow></presentation><resprocessing>${condition(equal('ebb', 'q_ANS'), '<setvar action="Set">100.0</setvar>')}</resprocessing></item>`;
  const manifest = (resources: string) =>
    `<manifest identifier="D2L_1" xmlns:d2l_2p0="http://desire2learn.com/xsd/d2lcp_v2p0" xmlns:scorm_1p2="http://www.adlnet.org/xsd/adlcp_rootv1p2" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><resources>${resources}</resources></manifest>`;
  const part = (type: string, href: string, title: string) =>
    `<resource identifier="${href}" type="webcontent" d2l_2p0:material_type="${type}" href="${href}" title="${title}"/>`;
  const library = `<questestinterop><objectbank ident="b"><section ident="s" title="Sea">${item}</section></objectbank></questestinterop>`;
  const quiz = `<questestinterop xmlns:d2l_2p0="http://desire2learn.com/xsd/d2lcp_v2p0"><assessment title="Test"><assess_procextension><d2l_2p0:attempts_allowed>2</d2l_2p0:attempts_allowed></assess_procextension><assessfeedback title="Default"><d2l_2p0:show_correct_answers>no</d2l_2p0:show_correct_answers></assessfeedback><section ident="s">${item}</section></assessment></questestinterop>`;

  it('are practice, though its manifest names SCORM', async () => {
    const { quizzes, questions, lines } = await importForTest({
      'imsmanifest.xml': manifest(part('d2lquestionlibrary', 'questiondb.xml', 'Question Library')),
      'questiondb.xml': library,
    });
    expect(quizzes).toMatchObject([{ use: 'practice', title: 'Question Library' }]);
    expect(questions).toEqual(['one 2 Which? [Sand, Sea] {"right":["Sea"]}']);
    expect(lines).toEqual([
      'taken Question Library: It became practice, which explains each answer at once.',
    ]);
  });

  it('that are typed are right as their labels are; several in one are left out', async () => {
    const { questions, lines } = await importForTest({
      'imsmanifest.xml': manifest(part('d2lquestionlibrary', 'questiondb.xml', 'Library')),
      'questiondb.xml': library.replace(item, short('Short Answer') + short('Multi-Short Answer')),
    });
    expect(questions).toEqual(['text 1 When? [] {"accepted":["ebb"]}']);
    expect(lines[0]).toBe(
      'leftOut Library: Multi-Short Answer: Carrel has no questions of this kind (Multi-Short Answer).',
    );
  });

  const plainItem = (kind: string, responses: string, conditions: string) =>
    `<item title="${kind}"><itemmetadata><qtimetadata>${field('qmd_questiontype', kind)}</qtimetadata></itemmetadata><presentation><flow><material><mattext texttype="text/html">Which?</mattext></material>${responses}</flow></presentation><resprocessing>${conditions}</resprocessing></item>`;
  const counts = (name: string, value = '1') => `<setvar varname="${name}" action="Add">${value}</setvar>`;
  const total = `<respcondition>${counts('que_score', 'D2L_Correct')}</respcondition>`;
  const group = (ident: string, cardinality: string, inside: string) =>
    `<response_grp respident="${ident}" rcardinality="${cardinality}">${inside}</response_grp>`;
  const three = label('a', 'low') + label('b', 'mid') + label('c', 'high');

  it.each([
    [
      'several choices, whose wrong ones are counted too',
      plainItem(
        'Multi-Select',
        lid(three, 'Multiple', 'r'),
        condition(equal('a', 'r'), counts('D2L_Correct')) +
          condition(equal('b', 'r'), counts('D2L_Incorrect')) +
          condition(equal('c', 'r'), counts('D2L_Correct')) +
          total,
      ),
      'several 1 Which? [low, mid, high] {"right":["low","high"]}',
    ],
    [
      'a match',
      plainItem(
        'Matching',
        ['ebb', 'flow']
          .map((left) => group(left, 'Single', `${formatted(left)}<render_choice>${three}</render_choice>`))
          .join(''),
        condition(equal('c', 'ebb'), counts('D2L_Correct')) +
          condition(equal('a', 'flow'), counts('D2L_Correct')) +
          total,
      ),
      'match 1 Which? [ebb, flow, high, low, mid] {"pairs":[["ebb","high"],["flow","low"]]}',
    ],
    [
      'an order, by places',
      plainItem(
        'Ordering',
        group('r', 'Ordered', `<render_choice>${three}</render_choice>`),
        ['b', 'c', 'a']
          .map(
            (ident, at) =>
              condition(equal(`${at + 1}`, ident), counts('D2L_Correct')) +
              condition(`<not>${equal(`${at + 1}`, ident)}</not>`, counts('D2L_Incorrect')),
          )
          .join('') + condition(equal('0', 'D2L_Incorrect'), counts('que_score')),
      ),
      'order 1 Which? [mid, high, low] {"order":["mid","high","low"]}',
    ],
  ])('ask for %s', async (_name, xml, expected) => {
    const { questions } = await importForTest({
      'imsmanifest.xml': manifest(part('d2lquestionlibrary', 'questiondb.xml', 'Library')),
      'questiondb.xml': library.replace(item, xml),
    });
    expect(questions).toEqual([expected]);
  });

  it('that are drawn at random are all taken, with a line of the report', async () => {
    const pool = `<qtimetadata>${field('qmd_numberofitems', '1')}</qtimetadata>${item}${item}`;
    const { questions, lines } = await importForTest({
      'imsmanifest.xml': manifest(part('d2lquestionlibrary', 'questiondb.xml', 'Library')),
      'questiondb.xml': library.replace(item, pool),
    });
    expect(questions).toHaveLength(2);
    expect(lines[0]).toMatch(/^simplified Library: The other system drew some/);
  });

  it('in a quiz are a test, whose answers stay hidden if they were hidden there', async () => {
    const { quizzes } = await importForTest({
      'imsmanifest.xml': manifest(
        part('d2lquiz', 'quiz.xml', 'Quiz') + part('d2lquestionlibrary', 'questiondb.xml', 'Library'),
      ),
      'questiondb.xml': library,
      'quiz.xml': quiz,
    });
    expect(quizzes).toMatchObject([{ use: 'test', title: 'Quiz', attemptsMax: 2, release: 'score' }]);
  });
});
