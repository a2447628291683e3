import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CourseFileQuiz } from '#interchange/course-file/course-file.ts';
import { decodeText, digestOf } from '#interchange/course-file/digest.ts';
import type { WrittenEntry } from '#interchange/course-file/write-course-file.ts';
import { readForeign } from '#interchange/import/read-foreign.ts';
import { treeForTest } from '#interchange/testing/tree-for-test.ts';
import { readChoices } from '#schema/quizzes/question-content.ts';
import { copyOf, courseWith, courseWithQuizzes, PNG_URI } from '../testing/course-copies.ts';
import { copiedQuizzes, quizOfEveryKind } from '../testing/quiz-copies.ts';
import { readXml } from '../testing/read-markup.ts';
import { CARTRIDGE_1_1, CARTRIDGE_1_3 } from './cartridge-version.ts';
import { writeCartridge } from './write-cartridge.ts';

const textsOf = (entries: readonly WrittenEntry[]): Record<string, string | Uint8Array<ArrayBuffer>> =>
  Object.fromEntries(entries.map(({ name, bytes }) => [name, new Uint8Array(bytes ?? [])]));

const importEntries = (entries: readonly WrittenEntry[]) =>
  readForeign(treeForTest(textsOf(entries)), 'name', {
    shrinkPicture: async (picture) => picture,
    storePicture: async ({ bytes }) => digestOf(bytes),
    storeFile: async (bytes) => digestOf(bytes),
    onProgress: () => undefined,
  });

/** A key with the texts of its choices instead of their ids, and numbers as numbers: what a learner is graded by. */
function meaningOf({ kind, points, key, ...question }: CourseFileQuiz['questions'][number]) {
  const texts = new Map(readChoices(question).map(({ id, text }) => [id, text]));
  const named: unknown = JSON.parse(key, (name, value: unknown) => {
    if (name === 'ignoresAccents') return undefined;
    if (name === 'value' || name === 'tolerance') return Number(String(value).replace(',', '.'));
    return typeof value === 'string' ? (texts.get(value) ?? value) : value;
  });
  return { kind, points, key: named, choices: [...texts.values()].sort() };
}

describe('quizzes of a cartridge that is imported again', () => {
  it.each([CARTRIDGE_1_3, CARTRIDGE_1_1])(
    'keep their kinds, keys and points: $schemaVersion',
    async (version) => {
      const source = courseWithQuizzes(quizOfEveryKind('practice'), {
        ...quizOfEveryKind('test'),
        questions: quizOfEveryKind('test').questions.filter(({ kind }) => kind !== 'open'),
      });
      const { outline, report } = await importEntries(await writeCartridge(await copyOf(source), version));
      const sent = source.modules[0]?.lessons[0]?.quizzes ?? [];
      const [lesson, ...others] = outline.modules[0]?.lessons ?? [];
      expect(others.map(({ title }) => title)).toEqual(['Sun']);
      const arrived = lesson?.quizzes ?? [];
      expect(arrived.map(({ questions: _, ...settings }) => settings)).toEqual(
        sent.map(({ questions: _, ...settings }) => settings),
      );
      expect(arrived.map(({ questions }) => questions.map(meaningOf))).toEqual(
        sent.map(({ questions }) => questions.map(meaningOf)),
      );
      expect(arrived[0]?.questions[0]?.explanation).toBe('key-why <it> rises.\nkey-more');
      expect(report.filter(({ place }) => place.includes('What moves the sea?'))).toEqual([]);
    },
  );

  it('have what Canvas and the standard have a place for in their words', async () => {
    const { passPercent: _, ...test } = quizOfEveryKind('test');
    const written = async (more: object) => {
      const quiz = { ...test, passPercent: 60, ...more };
      const texts = textsOf(await writeCartridge(await copyOf(courseWithQuizzes(quiz)), CARTRIDGE_1_3));
      const textOf = (end: string) => {
        const [, bytes = new Uint8Array()] = Object.entries(texts).find(([name]) => name.endsWith(end)) ?? [];
        return typeof bytes === 'string' ? bytes : decodeText(bytes);
      };
      return textOf('/assessment_meta.xml') + textOf('/lessons/quiz-01-01-1.xml');
    };
    const field = (answer: string) =>
      `<fieldlabel>qmd_solutionspermitted</fieldlabel><fieldentry>${answer}</fieldentry>`;
    const strict = await written({});
    for (const part of [
      '<scoring_policy>keep_latest</scoring_policy>',
      '<quiz_type>assignment</quiz_type>',
      '<show_correct_answers>false</show_correct_answers>',
      '<allowed_attempts>3</allowed_attempts>',
      field('No'),
    ])
      expect(strict).toContain(part);
    const open = await written({ scoreRule: 'best', release: 'answers', attemptsMax: null });
    for (const part of [
      '<scoring_policy>keep_highest</scoring_policy>',
      '<show_correct_answers>true</show_correct_answers>',
      '<allowed_attempts>-1</allowed_attempts>',
      field('Yes'),
    ])
      expect(open).toContain(part);
  });

  it('keep the pictures and links of their prompts', async () => {
    const [first] = quizOfEveryKind('practice').questions;
    if (first === undefined) throw new Error('No question');
    const prompt = `<p><img src="${PNG_URI}" alt="Sea" /> <a href="/courses/course-x/learn?lesson=l2">on</a></p>`;
    const quiz = { ...quizOfEveryKind('practice'), questions: [{ ...first, prompt }] };
    const { outline, report } = await importEntries(
      await writeCartridge(await copyOf(courseWithQuizzes(quiz)), CARTRIDGE_1_3),
    );
    expect(report.filter(({ place }) => place.endsWith('.png'))).toEqual([]);
    const arrived = outline.modules[0]?.lessons[0]?.quizzes?.[0]?.questions[0]?.prompt ?? '';
    expect(arrived).toMatch(/<img src="carrel:file\/[0-9a-f]{64}" alt="Sea"/);
    expect(arrived).toContain('href="carrel:lesson/1/2"');
  });

  it('are well-formed, and never end the import, whatever their texts are', async () => {
    await fc.assert(
      fc.asyncProperty(copiedQuizzes, async (quizzes) => {
        const entries = await writeCartridge(
          await copyOf(courseWith('<p>Text</p>'), { quizzes }),
          CARTRIDGE_1_3,
        );
        for (const { name, bytes } of entries)
          if (name.includes('/quiz-')) readXml(decodeText(bytes ?? new Uint8Array()));
        const { outline } = await importEntries(entries);
        expect(outline.modules[0]?.lessons[0]?.title).toBe('Moon');
      }),
      { numRuns: 60 },
    );
  });
});
