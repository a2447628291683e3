import { describe, expect, it } from 'vitest';
import { cartridgeText, item, resource } from '../manifest/manifest-for-test.ts';
import { importForTest } from '../testing/finish-for-test.ts';

const QUIZ = 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment';
const BANK = 'imsqti_xmlv1p2/imscc_xmlv1p1/question-bank';

const field = (label: string, entry: string) =>
  `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${entry}</fieldentry></qtimetadatafield>`;
const mattext = (text: string, type = 'text/plain') =>
  `<material><mattext texttype="${type}"><![CDATA[${text}]]></mattext></material>`;
const label = (ident: string, text = ident) =>
  `<response_label ident="${ident}">${mattext(text)}</response_label>`;
const lid = (cardinality: string, labels: string, ident = 'r', left = '') =>
  `<response_lid ident="${ident}" rcardinality="${cardinality}">${left}<render_choice>${labels}</render_choice></response_lid>`;
const str = (type = 'String') =>
  `<response_str ident="r" rcardinality="Single"><render_fib fibtype="${type}"><response_label ident="a"/></render_fib></response_str>`;
const equal = (value: string, ident = 'r') => `<varequal respident="${ident}">${value}</varequal>`;
const right = (test: string, score = '100') =>
  `<respcondition><conditionvar>${test}</conditionvar><setvar varname="SCORE" action="Set">${score}</setvar></respcondition>`;
const asked = (metadata: string, responses: string, conditions: string, more = '') =>
  `<item ident="i" title="Question"><itemmetadata><qtimetadata>${metadata}</qtimetadata></itemmetadata><presentation>${mattext('<p>Which?</p>', 'text/html')}${responses}</presentation><resprocessing>${conditions}</resprocessing>${more}</item>`;
const document = (items: string, element = 'assessment', fields = '') =>
  `<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><${element} ident="a" title="Exam"><qtimetadata>${fields}</qtimetadata><section ident="s">${items}</section></${element}></questestinterop>`;

const ONE = asked(
  field('cc_profile', 'cc.multiple_choice.v0p1'),
  lid('Single', label('a', 'Sand') + label('b', 'Sea')),
  right(equal('b')),
);

const read = (items: string, fields = '') =>
  importForTest({
    'imsmanifest.xml': cartridgeText({
      items: item('m', 'M', { inside: item('q', '', { to: 'Q' }) }),
      resources: resource('Q', ['q.xml'], { type: QUIZ }),
    }),
    'q.xml': document(items, 'assessment', fields),
  });

describe('a quiz of a cartridge', () => {
  it('is a lesson with a test, which has its attempts', async () => {
    const { titles, quizzes, questions, lines } = await read(ONE, field('cc_maxattempts', '2'));
    expect(titles).toEqual(['Exam']);
    expect(quizzes).toMatchObject([{ use: 'test', title: 'Exam', attemptsMax: 2, passPercent: 60 }]);
    expect(questions).toEqual(['one 1 <p>Which?</p> [Sand, Sea] {"right":["Sea"]}']);
    expect(lines).toEqual(['taken Exam: It was graded there, and is a test here.']);
  });

  it.each([
    [
      'several choices',
      asked(
        field('cc_profile', 'cc.multiple_response.v0p1'),
        lid('Multiple', label('a') + label('b') + label('c')),
        right(`<and>${equal('a')}<not>${equal('b')}</not>${equal('c')}</and>`),
      ),
      'several 1 <p>Which?</p> [a, b, c] {"right":["a","c"]}',
    ],
    [
      'points of Canvas',
      asked(
        field('question_type', 'true_false_question') + field('points_possible', '2.5'),
        lid('Single', label('1', 'True') + label('2', 'False')),
        right(equal('2')),
      ),
      'one 2.5 <p>Which?</p> [True, False] {"right":["False"]}',
    ],
    [
      'a text',
      asked(
        field('cc_profile', 'cc.fib.v0p1') + field('cc_weighting', '3'),
        str(),
        right(equal('ebb') + equal('low tide')),
      ),
      'text 3 <p>Which?</p> [] {"accepted":["ebb","low tide"]}',
    ],
    [
      'a number',
      asked(
        field('question_type', 'numerical_question'),
        str('Decimal'),
        right(
          `<or>${equal('12.5')}<and><vargte respident="r">12</vargte><varlte respident="r">13</varlte></and></or>`,
        ),
      ),
      'number 1 <p>Which?</p> [] {"value":"12.5","tolerance":"0.5"}',
    ],
    [
      'a match',
      asked(
        field('question_type', 'matching_question'),
        lid('Single', label('x') + label('y') + label('z'), 'r1', mattext('ebb')) +
          lid('Single', label('x') + label('y') + label('z'), 'r2', mattext('flow')),
        right(equal('y', 'r1'), '50') + right(equal('x', 'r2'), '50'),
      ),
      'match 1 <p>Which?</p> [ebb, flow, y, x, z] {"pairs":[["ebb","y"],["flow","x"]]}',
    ],
    [
      'an order',
      asked(
        '',
        lid('Ordered', label('a') + label('b') + label('c')),
        right(equal('b') + equal('c') + equal('a')),
      ),
      'order 1 <p>Which?</p> [b, c, a] {"order":["b","c","a"]}',
    ],
    [
      'scores of Blackboard',
      asked(
        '',
        lid('Single', label('a') + label('b')),
        right(equal('a'), 'SCORE.max') + right(equal('b'), '0'),
      ),
      'one 1 <p>Which?</p> [a, b] {"right":["a"]}',
    ],
  ])('asks for %s', async (_name, xml, expected) => {
    expect((await read(xml)).questions).toEqual([expected]);
  });

  it('says as an explanation what the other system said to all, and of each choice', async () => {
    const feedback = (ident: string, text: string) =>
      `<itemfeedback ident="${ident}"><flow_mat>${mattext(text)}</flow_mat></itemfeedback>`;
    const shows = (test: string, ident: string) =>
      `<respcondition continue="Yes"><conditionvar>${test}</conditionvar><displayfeedback linkrefid="${ident}"/></respcondition>`;
    const conditions = shows('<other/>', 'general') + shows(equal('a'), 'of_a') + right(equal('b'));
    const xml = asked(
      '',
      lid('Single', label('a', 'Sand') + label('b', 'Sea')),
      conditions,
      feedback('general', 'It is salty.') + feedback('of_a', 'Too dry.') + feedback('stock', 'Correct!'),
    );
    const { quizzes } = await read(xml);
    expect(quizzes[0]?.questions[0]?.explanation).toBe('It is salty.\n\nSand: Too dry.');
  });

  it('reports what cannot be asked, each with its reason, and asks the rest', async () => {
    const essay = asked(field('cc_profile', 'cc.essay.v0p1'), str(), '');
    const upload = asked(field('question_type', 'file_upload_question'), '', '');
    const none = asked('', lid('Single', label('a') + label('b')), '');
    const { questions, lines } = await read(essay + upload + none + ONE);
    expect(questions).toHaveLength(1);
    expect(lines).toEqual([
      'leftOut Exam: Carrel has no questions of this kind (file_upload_question).',
      'leftOut Exam: Question 1: An open question cannot be graded in a test.',
      'leftOut Exam: Question 2: This question cannot be asked here. Mark a choice as right.',
      'taken Exam: It was graded there, and is a test here.',
    ]);
  });

  it('of Canvas has all that Canvas writes: practice, and questions with tokens', async () => {
    const gaps = asked(
      field('question_type', 'fill_in_multiple_blanks_question') + field('points_possible', '2'),
      lid('', label('1', 'moon'), 'response_a', mattext('a')) +
        lid('', label('2', 'sea'), 'response_b', mattext('b')),
      '',
    ).replace('<p>Which?</p>', '<p>The [a] pulls the [b].</p>');
    const { quizzes, questions, lessons } = await importForTest({
      'imsmanifest.xml': cartridgeText({
        items: item('m', 'M', { inside: item('q', 'Quiz', { to: 'Q' }) }),
        resources:
          resource('Q', ['Q/assessment_qti.xml'], { type: QUIZ, inside: '<dependency identifierref="D"/>' }) +
          resource('D', ['Q/assessment_meta.xml', 'non_cc_assessments/Q.xml.qti'], {
            type: 'associatedcontent/imscc_xmlv1p1/learning-application-resource',
          }),
      }),
      'Q/assessment_qti.xml': document(''),
      'non_cc_assessments/Q.xml.qti': document(gaps),
      'Q/assessment_meta.xml':
        '<quiz><title>Quiz</title><description>&lt;p&gt;Read first.&lt;/p&gt;</description><quiz_type>practice_quiz</quiz_type><allowed_attempts>-1</allowed_attempts></quiz>',
    });
    expect(lessons).toHaveLength(1);
    expect(quizzes).toMatchObject([{ use: 'practice', title: 'Quiz', attemptsMax: null }]);
    expect(questions).toEqual([
      'text 1 <p>The  (1) _____  pulls the  (2) _____ .</p><p>What belongs into gap 1?</p> [] {"accepted":["moon"]}',
      'text 1 <p>The  (1) _____  pulls the  (2) _____ .</p><p>What belongs into gap 2?</p> [] {"accepted":["sea"]}',
    ]);
  });

  it.each([
    [
      'shows the right answers',
      '<show_correct_answers>true</show_correct_answers><hide_results/>',
      'answers',
    ],
    ['does not', '<show_correct_answers>false</show_correct_answers>', 'score'],
    ['hides all results', '<hide_results>always</hide_results>', 'score'],
    [
      'shows them after the last attempt',
      '<show_correct_answers_last_attempt>true</show_correct_answers_last_attempt>',
      'score',
    ],
  ])('of Canvas that %s keeps to it', async (_what, settings, release) => {
    const { quizzes } = await importForTest({
      'imsmanifest.xml': cartridgeText({
        items: item('m', 'M', { inside: item('q', 'Quiz', { to: 'Q' }) }),
        resources: resource('Q', ['q.xml', 'Q/assessment_meta.xml'], { type: QUIZ }),
      }),
      'q.xml': document(ONE),
      'Q/assessment_meta.xml': `<quiz><scoring_policy>keep_latest</scoring_policy>${settings}</quiz>`,
    });
    expect(quizzes).toMatchObject([{ release, scoreRule: 'last' }]);
  });

  it.each([
    [
      'one of two',
      '1',
      ONE + ONE,
      ['simplified Exam: The other system drew some of these questions at random. All of them were taken.'],
    ],
    ['all of them', '2', ONE + ONE, []],
    [
      'of a bank that is not there',
      '2',
      '',
      ['missing Exam: Questions that the other system draws from a bank are not in this file.'],
    ],
  ])('from which the other system draws %s says so', async (_what, number, items, expected) => {
    const drawn = `<section><selection_ordering><selection><sourcebank_ref>b</sourcebank_ref><selection_number>${number}</selection_number></selection></selection_ordering>${items}</section>`;
    const { lines } = await read(ONE + drawn);
    expect(lines.filter((line) => !line.startsWith('taken'))).toEqual(expected);
  });

  it.each([
    ['a question of 1 MB', ONE.replace('Which?', 'x'.repeat(1_000_000))],
    ['a question with 2,000 responses', asked('', lid('Single', label('a')).repeat(2_000), '')],
    [
      'a text of 1 MB with 50 gaps',
      asked('', str().repeat(50), right(equal('a'))).replace('Which?', 'x'.repeat(1_000_000)),
    ],
  ])('with %s reports it, and asks the rest', async (_name, xml) => {
    const { questions, lines } = await read(xml + ONE);
    expect(questions).toHaveLength(1);
    expect(lines).toEqual([
      expect.stringMatching(/^leftOut Exam.*: This question is longer than a question can be\.$/),
      'taken Exam: It was graded there, and is a test here.',
    ]);
  });

  it('never lends its answers to practice: a bank beside it is left out, one by itself is practice', async () => {
    const files = (withQuiz: boolean) => ({
      'imsmanifest.xml': cartridgeText({
        items: item('m', 'M', { inside: withQuiz ? item('q', 'Quiz', { to: 'Q' }) : '' }),
        resources:
          (withQuiz ? resource('Q', ['q.xml'], { type: QUIZ }) : '') +
          resource('B', ['b.xml'], { type: BANK }),
      }),
      'q.xml': document(ONE),
      'b.xml': document(ONE, 'objectbank', field('bank_title', 'Bank')),
    });
    expect((await importForTest(files(true))).quizzes.map(({ use }) => use)).toEqual(['test']);
    expect((await importForTest(files(false))).quizzes.map(({ use }) => use)).toEqual(['practice']);
  });

  it('with markup that could run loses it', async () => {
    const xml = asked(
      '',
      lid('Single', label('a', '<b onclick="x()">Sand</b>') + label('b', 'Sea')),
      right(equal('b')),
    ).replace(
      '<p>Which?</p>',
      '<p onclick="x()">Which?<script>x()</script><iframe src="javascript:x()"></iframe></p>',
    );
    expect((await read(xml)).questions).toEqual([
      'one 1 <p>Which?</p> [<b onclick="x()">Sand</b>, Sea] {"right":["Sea"]}',
    ]);
  });
});
