import { describe, expect, it } from 'vitest';
import { decodeText } from '#interchange/course-file/digest.ts';
import type { WrittenEntry } from '#interchange/course-file/write-course-file.ts';
import { readChoices } from '#schema/quizzes/question-content.ts';
import { writeEpub } from '../epub/write-epub.ts';
import { writeSite } from '../site/write-site.ts';
import { copyOf, courseWith } from '../testing/course-copies.ts';
import { KEY_MARKS, quizOfEveryKind } from '../testing/quiz-copies.ts';
import type { ExportedQuiz } from './copy-quizzes.ts';
import type { CourseCopy } from './course-copy.ts';

const courseOf = async (...quizzes: readonly ExportedQuiz[]): Promise<CourseCopy> => ({
  ...(await copyOf(courseWith('<p>Text</p>'))),
  quizzes: new Map([['1/1', quizzes]]),
});

const textOf = (entries: readonly WrittenEntry[], name: string): string =>
  decodeText(entries.find((entry) => entry.name === name)?.bytes ?? new Uint8Array());

const siteLesson = async (...quizzes: readonly ExportedQuiz[]) =>
  textOf(await writeSite(await courseOf(...quizzes)), 'lessons/01-01.html');
const bookLesson = async (...quizzes: readonly ExportedQuiz[]) =>
  textOf(await writeEpub(await courseOf(...quizzes)), 'EPUB/lessons/01-01.xhtml');

/** The text that is visible while all answers are folded, and the text of each folded answer. */
function partsOf(page: string) {
  const quizzes = page.slice(page.indexOf('<section class="quiz"'));
  const answers = [...quizzes.matchAll(/<details class="answer">.*?<\/details>/gs)].map(([one]) => one);
  return { open: quizzes.replace(/<details.*?<\/details>/gs, ''), answers };
}

const plain = (html: string): string =>
  html
    .replace(/<\/(?:li|p|summary|h\d)>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .trim();

const pages = [
  ['a site', siteLesson],
  ['a book', bookLesson],
] as const;

describe.each(pages)('practice in %s', (_name, write) => {
  it('follows the resources, with the answer of each kind of question folded', async () => {
    const page = await write(quizOfEveryKind('practice'));
    expect(page.indexOf('class="quiz"')).toBeGreaterThan(page.indexOf('class="resources"'));
    expect(partsOf(page).answers.map(plain)).toEqual([
      'Answer Right is: Flood &amp; rise Explanation: key-why &lt;it&gt; rises. key-more',
      'Answer Right are: Sun Moon',
      'Answer Right is each of: key-neap key-nip',
      'Answer Right is: 12.4271, give or take 0,0313',
      'Answer Right is: Ebb with falls Flow with rises',
      'Answer The right order: low mid high',
      'Answer A good answer says: key-model answer',
    ]);
  });

  it('shows its prompts and choices, and nothing of a key, while the answers are folded', async () => {
    const { open } = partsOf(await write(quizOfEveryKind('practice')));
    for (const text of ['What comes <em>next?</em>', 'Flood &amp; rise', 'Rain', 'falls', 'mid', 'lang="he"'])
      expect(open).toContain(text);
    for (const mark of KEY_MARKS) expect(open).not.toContain(mark);
    expect(open).not.toContain('open=""');
  });

  it('has the same order of choices, whatever order and ids they have', async () => {
    const quiz = quizOfEveryKind('practice');
    const reversed = quiz.questions.map((one) => {
      const choices = readChoices(one).map((choice) => ({ ...choice, id: `other-${choice.id}` }));
      return { ...one, choices: JSON.stringify(choices.toReversed()) };
    });
    const { open } = partsOf(await write(quiz));
    expect(partsOf(await write({ ...quiz, questions: reversed })).open).toBe(open);
  });

  it('has its headings in order, below that of the lesson', async () => {
    const { open } = partsOf(await write(quizOfEveryKind('practice')));
    const levels = [...open.matchAll(/<h(\d)/g)].map(([, level]) => level);
    expect(levels.join('')).toBe('234333333');
  });

  it('has the questions of a test without answers, and says so', async () => {
    const page = await write(quizOfEveryKind('test'), { ...quizOfEveryKind('test'), title: ' ' });
    const { open, answers } = partsOf(page);
    expect(answers).toEqual([]);
    expect(open).toContain('This is a test: its answers are not in this copy.');
    for (const text of ['What comes', 'Flood &amp; rise', 'falls', '>Test</h2>'])
      expect(open).toContain(text);
  });

  it('is not there without questions, and has no answer where the key is of a newer version', async () => {
    expect(await write({ ...quizOfEveryKind('practice'), questions: [] })).not.toContain('class="quiz"');
    const [first] = quizOfEveryKind('practice').questions;
    if (first === undefined) throw new Error('There is no question');
    const unknown = { ...first, key: '{"right":7}', explanation: '' };
    const { open, answers } = partsOf(
      await write({ ...quizOfEveryKind('practice'), title: '', questions: [unknown] }),
    );
    expect(answers).toEqual([]);
    expect(open).toContain('>Practice</h2>');
  });
});

describe('the keys of a test', () => {
  it.each([
    ['site', writeSite],
    ['book', writeEpub],
  ] as const)('are in no entry of a %s, even when the course has them', async (_name, write) => {
    const entries = await write(await courseOf(quizOfEveryKind('test')));
    const all = entries.map(({ bytes }) => decodeText(bytes ?? new Uint8Array())).join('\n');
    expect(all).toContain('Moon');
    for (const mark of KEY_MARKS) expect(all).not.toContain(mark);
  });
});
