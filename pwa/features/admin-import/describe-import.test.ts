import { expect, it } from 'vitest';
import { planImport } from '#pwa/sync/imports/plan-import.ts';
import type { ReadImport } from '#pwa/sync/imports/read-result.ts';
import { describeContent, reportOf } from './describe-import.ts';

const lessonOf = (title: string) => ({
  ...{ title, description: '', duration: 0, type: 'video' as const, resources: [] },
  video: { file: 'a'.repeat(64) },
});

it('counts files that are too large as one line of the report', async () => {
  const read: ReadImport = {
    format: 'SCORM',
    outline: {
      ...{
        title: 'Sea',
        description: 'About',
        instructor: 'Ada',
        previewContent: '',
        picture: null,
        files: {},
      },
      modules: [{ title: 'Tides', description: '', lessons: [lessonOf('Ebb'), lessonOf('Flood')] }],
    },
    ...{ texts: new Map(), digest: '', pictures: new Map(), captions: new Map(), files: new Map() },
    report: [{ outcome: 'missing', place: 'Ebb', reason: 'It is not there.', count: 3 }],
  };
  const [first, second, ...others] = reportOf({ read, plan: await planImport(read, async () => null) });
  expect(first).toEqual(read.report[0]);
  expect(second).toMatchObject({ outcome: 'leftOut', place: 'Ebb', count: 2 });
  expect(others).toEqual([]);
});

it('counts practice, tests and their questions', () => {
  const quiz = (questions: number, use: 'practice' | 'test' = 'practice') => ({
    ...{
      use,
      title: 'Quiz',
      passPercent: 60,
      attemptsMax: null,
      isRequired: 0 as const,
    },
    ...{ scoreRule: 'best' as const, isShuffled: 0 as const, release: 'answers' as const },
    questions: Array.from({ length: questions }, () => ({
      ...{ kind: 'open' as const, prompt: '', choices: '[]', key: '{}', points: 1, explanation: '' },
    })),
  });
  const withQuizzes = (...quizzes: ReturnType<typeof quiz>[]): ReadImport => ({
    format: 'Carrel',
    outline: {
      ...{ title: 'Sea', description: '', instructor: '', previewContent: '', picture: null, files: {} },
      modules: [{ title: 'Tides', description: '', lessons: [{ ...lessonOf('Ebb'), quizzes }] }],
    },
    ...{
      texts: new Map(),
      digest: '',
      pictures: new Map(),
      captions: new Map(),
      files: new Map(),
      report: [],
    },
  });
  expect(describeContent(withQuizzes(quiz(4), quiz(8), quiz(0), quiz(2, 'test')))).toBe(
    'Carrel · 1 module · 1 lesson · 3 practice quizzes with 12 questions · 1 test with 2 questions',
  );
  expect(describeContent(withQuizzes(quiz(1)))).toContain('1 practice quiz with 1 question');
});
