import { describe, expect, it } from 'vitest';
import { importForTest } from '../testing/finish-for-test.ts';

const read = (text: string) => importForTest({ 'tides.gift': text });
const question = async (text: string): Promise<string> => (await read(text)).questions.join('\n');

describe('a question in GIFT', () => {
  it.each([
    ['one choice', 'What is wet? {~Sand =Sea}', 'one 1 <p>What is wet?</p> [Sand, Sea] {"right":["Sea"]}'],
    [
      'several choices',
      'Pull? {~%50%Sun ~%50%Moon ~%-100%Sand}',
      'several 1 <p>Pull?</p> [Sun, Moon, Sand] {"right":["Sun","Moon"]}',
    ],
    [
      'a gap',
      'Twice a {=day ~year} it rises',
      'one 1 <p>Twice a _____ it rises</p> [day, year] {"right":["day"]}',
    ],
    ['true or false', 'Water is wet.{T}', 'one 1 <p>Water is wet.</p> [True, False] {"right":["True"]}'],
    ['text', 'Low tide? {=ebb =ebb tide}', 'text 1 <p>Low tide?</p> [] {"accepted":["ebb","ebb tide"]}'],
    ['a number', 'Hours? {#12.4:0.1}', 'number 1 <p>Hours?</p> [] {"value":"12.4","tolerance":"0.1"}'],
    ['a range', 'Hours? {#12..13}', 'number 1 <p>Hours?</p> [] {"value":"12.5","tolerance":"0.5"}'],
    [
      'a match',
      'Match {=ebb -> falls =flow -> rises}',
      'match 1 <p>Match</p> [ebb, flow, falls, rises] {"pairs":[["ebb","falls"],["flow","rises"]]}',
    ],
    [
      'signs that are escaped',
      'Five? {=\\= 2 + 3 ~\\{4\\}}',
      'one 1 <p>Five?</p> [= 2 + 3, {4}] {"right":["= 2 + 3"]}',
    ],
    [
      'an empty line inside of its answers',
      'Wet? {\n=Sea\n\n~Sand\n}',
      'one 1 <p>Wet?</p> [Sea, Sand] {"right":["Sea"]}',
    ],
    ['markup that is text', 'Is 1<2? {T}', 'one 1 <p>Is 1&lt;2?</p> [True, False] {"right":["True"]}'],
  ])('with %s is asked', async (_name, text, expected) => {
    expect(await question(text)).toBe(expected);
  });

  it('keeps what is said to learners as its explanation', async () => {
    const { quizzes } = await read('Wet? {=Sea#Yes, salty ~Sand#Dry ####All of it}');
    expect(quizzes[0]?.questions[0]?.explanation).toBe('All of it\n\nSea: Yes, salty\n\nSand: Dry');
  });

  it('that cannot be asked is a line of the report, and ends nothing', async () => {
    const { questions, lines } = await read(
      '::Essay:: Why? {}\n\n::None:: Wet? {~Sand ~Stone}\n\n::Text:: Just a text\n\nWet? {=Sea ~Sand}',
    );
    expect(questions).toHaveLength(1);
    expect(lines).toEqual([
      'leftOut Text: Carrel has no questions of this kind (text).',
      'leftOut Sea: Essay: This open question has no model answer, with which learners could compare theirs.',
      'leftOut Sea: None: This question cannot be asked here. Mark a choice as right.',
      'taken Sea: It became practice, which explains each answer at once.',
    ]);
  });
});

describe('a file in GIFT', () => {
  it('is a course with a lesson of practice for each category', async () => {
    const text =
      '// by hand\n$CATEGORY: $course$/Tides/Moon\n\nA {T}\n\n$CATEGORY: $course$/Tides/Sun\n\nB {F}\n';
    const { format, titles, quizzes } = await read(text);
    expect([format, titles]).toEqual(['GIFT questions', ['Moon', 'Sun']]);
    expect(quizzes.map(({ use }) => use)).toEqual(['practice', 'practice']);
  });

  it('is recognised among texts by its answers', async () => {
    expect((await importForTest({ 'a.txt': 'Wet? {=Sea ~Sand}' })).format).toBe('GIFT questions');
    expect((await importForTest({ 'a.txt': 'The sea {was} calm = good' })).format).toBe('Folder of pages');
  });

  it('has the same digest each time, though ids of choices tell neither their order nor the right one', async () => {
    const one = await read('Wet? {=Sea ~Sand}');
    expect((await read('Wet? {=Sea ~Sand}')).digest).toBe(one.digest);
    const idsOf = ({ quizzes }: typeof one) => {
      const choices: { id: string; text: string }[] = JSON.parse(quizzes[0]?.questions[0]?.choices ?? '');
      return new Map(choices.map(({ id, text }) => [text, id]));
    };
    expect(idsOf(await read('Wet? {~Sand =Sea}'))).toEqual(idsOf(one));
    expect(idsOf(await read('Wet? {~Sea =Sand}'))).toEqual(idsOf(one));
  });

  it('with a brace that is never closed still ends', async () => {
    const { questions } = await read(`Wet? {=Sea ~Sand}\n\nBroken {=a\n${'\n'.repeat(2_000)}Dry? {T}`);
    expect(questions[0]).toContain('Wet?');
  });
});
