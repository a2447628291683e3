import { describe, expect, it } from 'vitest';
import { encodeText } from '#interchange/course-file/digest.ts';
import { importForTest } from '#interchange/import/testing/finish-for-test.ts';
import { backupForTest, readForTest } from '../backup-for-test.ts';

const BANK_CONTEXT = 77;

/** A question of a bank. `plugin` is the XML that its type has. */
const question = (id: number, type: string, plugin: string, text = '&lt;p&gt;Which?&lt;/p&gt;', more = '') =>
  `<question id="${id}"><parent>0</parent><name>Q${id}</name><questiontext>${text}</questiontext><questiontextformat>1</questiontextformat><generalfeedback>&lt;p&gt;The moon.&lt;/p&gt;</generalfeedback><generalfeedbackformat>1</generalfeedbackformat><defaultmark>1.0000000</defaultmark><qtype>${type}</qtype>${more}<plugin_qtype_${type}_question>${plugin}</plugin_qtype_${type}_question></question>`;
const answers = (...all: readonly (readonly [text: string, fraction: number])[]) =>
  `<answers>${all.map(([text, fraction], at) => `<answer id="${at}"><answertext>${text}</answertext><answerformat>1</answerformat><fraction>${fraction}</fraction><feedback></feedback></answer>`).join('')}</answers>`;
const entry = (id: number, ...versions: readonly string[]) =>
  `<question_bank_entry id="${id}"><question_version>${versions.map((one) => `<question_versions><questions>${one}</questions></question_versions>`).join('')}</question_version></question_bank_entry>`;

const category = (inside: string) =>
  `<question_categories><question_category id="5"><name>Sea</name><contextid>${BANK_CONTEXT}</contextid>${inside}</question_category></question_categories>`;
const bank = (...entries: readonly string[]) =>
  category(`<question_bank_entries>${entries.join('')}</question_bank_entries>`);

const instance = (entryId: number, mark = 1) =>
  `<question_instance><slot>1</slot><maxmark>${mark}</maxmark><question_reference><questionbankentryid>${entryId}</questionbankentryid></question_reference></question_instance>`;
const instances = (...slots: readonly string[]) =>
  `<question_instances>${slots.join('')}</question_instances>`;

function backupWith(
  questions: string,
  inside: string,
  fields: Readonly<Record<string, string>> = {},
): ReturnType<typeof backupForTest> {
  const quiz = { id: 4, kind: 'quiz', name: 'Exam', fields: { grade: '10.0', intro: '', ...fields }, inside };
  return { ...backupForTest([{ name: 'Sea', activities: [quiz] }]), 'questions.xml': questions };
}

const SEA = entry(
  1,
  question(11, 'multichoice', answers(['Sand', 1], ['Sea', 0])),
  question(
    12,
    'multichoice',
    `${answers(['Sea', 1], ['Sand', 0])}<multichoice><single>1</single></multichoice>`,
  ),
);

describe('a quiz of a Moodle backup', () => {
  it('has the last versions of its questions, with its own points', async () => {
    const { questions, quizzes, titles, lines } = await importForTest(
      backupWith(bank(SEA), instances(instance(1, 3)), { attempts_number: '2', grademethod: '4' }),
    );
    expect(titles).toEqual(['Exam']);
    expect(questions).toEqual(['one 3 <p>Which?</p> [Sea, Sand] {"right":["Sea"]}']);
    expect(quizzes).toMatchObject([{ use: 'test', title: 'Exam', attemptsMax: 2, scoreRule: 'last' }]);
    expect(quizzes[0]?.questions[0]?.explanation).toBe('The moon.');
    expect(lines).toEqual(['taken Exam: It was graded there, and is a test here.']);
  });

  it.each([
    ['right after an attempt', '4352', 'answers'],
    ['only when the quiz was closed', '16', 'score'],
    ['never', '0', 'score'],
  ])('that showed the right answers %s (%s) releases here: %s', async (_when, reviewrightanswer, release) => {
    const { quizzes } = await importForTest(
      backupWith(bank(SEA), instances(instance(1)), { reviewrightanswer }),
    );
    expect(quizzes).toMatchObject([{ release }]);
  });

  it('that gives no grade is practice', async () => {
    const { quizzes } = await importForTest(backupWith(bank(SEA), instances(instance(1)), { grade: '0.0' }));
    expect(quizzes.map(({ use }) => use)).toEqual(['practice']);
  });

  it('of Moodle 3 names its questions themselves', async () => {
    const questions = category(
      `<questions>${question(11, 'truefalse', answers(['True', 1], ['False', 0]))}</questions>`,
    );
    const old = '<question_instance><questionid>11</questionid><maxmark>2.0</maxmark></question_instance>';
    const read = await importForTest(backupWith(questions, instances(old)));
    expect(read.questions).toEqual(['one 2 <p>Which?</p> [True, False] {"right":["True"]}']);
  });

  it.each([
    [
      'numerical',
      `${answers(['12.5', 1])}<numerical_records><numerical_record id="1"><answer>0</answer><tolerance>0.5</tolerance></numerical_record></numerical_records>`,
      'number 1 <p>Which?</p> [] {"value":"12.5","tolerance":"0.5"}',
    ],
    ['shortanswer', answers(['ebb', 1]), 'text 1 <p>Which?</p> [] {"accepted":["ebb"]}'],
    [
      'match',
      '<matches><match id="1"><questiontext>ebb</questiontext><answertext>falls</answertext></match><match id="2"><questiontext>flow</questiontext><answertext>rises</answertext></match></matches>',
      'match 1 <p>Which?</p> [ebb, flow, falls, rises] {"pairs":[["ebb","falls"],["flow","rises"]]}',
    ],
    [
      'ordering',
      answers(['high', 2], ['low', 1]),
      'order 1 <p>Which?</p> [low, high] {"order":["low","high"]}',
    ],
  ])('with a question of the type %s asks it', async (type, plugin, expected) => {
    const read = await importForTest(
      backupWith(bank(entry(1, question(11, type, plugin))), instances(instance(1))),
    );
    expect(read.questions).toEqual([expected]);
  });

  it('with gaps that are questions of their own asks for each', async () => {
    const inner = question(21, 'shortanswer', answers(['ebb', 1]), '{1:SHORTANSWER:=ebb}').replace(
      '<parent>0<',
      '<parent>20<',
    );
    const whole = question(
      20,
      'multianswer',
      '<answers></answers><multianswer><question>20</question><sequence>21</sequence></multianswer>',
      'Low tide: {#1}',
    );
    const read = await importForTest(
      backupWith(bank(entry(1, whole), entry(2, inner)), instances(instance(1))),
    );
    expect(read.questions).toEqual(['text 1 Low tide: [] {"accepted":["ebb"]}']);
  });

  it('keeps the pictures of its prompts', async () => {
    const hash = 'abcd1234';
    const text = '&lt;p&gt;&lt;img src="@@PLUGINFILE@@/sea.png" alt="Sea"&gt;&lt;/p&gt;';
    const files = backupWith(
      bank(entry(1, question(11, 'truefalse', answers(['True', 1], ['False', 0]), text))),
      instances(instance(1)),
    );
    const { questions } = await importForTest({
      ...files,
      'files.xml': `<files><file><contenthash>${hash}</contenthash><contextid>${BANK_CONTEXT}</contextid><component>question</component><filearea>questiontext</filearea><itemid>11</itemid><filepath>/</filepath><filename>sea.png</filename><mimetype>image/png</mimetype></file></files>`,
      [`files/ab/${hash}`]: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]),
    });
    expect(questions[0]).toMatch(/<img src="carrel:file\/[0-9a-f]{64}" alt="Sea"/);
  });

  it('is reported where questions are drawn at random, are missing or are of another kind', async () => {
    const random =
      '<question_instance><question_set_reference><filtercondition>{}</filtercondition></question_set_reference></question_instance>';
    const { questions, lines } = await importForTest(
      backupWith(
        bank(SEA, entry(2, question(12, 'calculated', ''))),
        instances(instance(1), random, instance(9), instance(2)),
      ),
    );
    expect(questions).toHaveLength(1);
    expect(lines).toEqual([
      'leftOut Exam: Questions that the other system draws from a bank at random were left out.',
      'missing Exam: A question of this quiz is not in the file.',
      'leftOut Exam: Q12: Carrel has no questions of this kind (calculated).',
      'taken Exam: It was graded there, and is a test here.',
    ]);
  });

  it('is read without what learners did', async () => {
    const inside = `${instances(instance(1))}<attempts><attempt><userid>3</userid>`;
    const files = backupWith(bank(SEA), `${inside}</attempt></attempts>`);
    const path = 'activities/quiz_4/quiz.xml';
    // What follows the begin of the attempts is damaged, and no one notices.
    const text = String(files[path]).replace('</attempt></attempts>', '<&&&');
    const { course, report } = await readForTest({ ...files, [path]: new Uint8Array(encodeText(text)) });
    expect(course.modules[0]?.lessons[0]?.quizzes?.[0]?.questions).toHaveLength(1);
    expect(report).toEqual([]);
  });
});
