import { describe, expect, it } from 'vitest';
import { readPlainCourse } from '#interchange/course-file/plain-course.ts';
import type { Question, Quiz } from '#schema/quizzes/quiz.ts';
import { courseWith, PNG_URI } from '../testing/course-copies.ts';
import { type QuizRows, withQuizzes } from './copy-quizzes.ts';

const quiz = (id: string, use: Quiz['use'], position: string): Quiz => ({
  ...{ id, use, position, courseId: 'course-x', lessonId: 'l2', version: 1, title: id },
  ...{ passPercent: 60, attemptsMax: null, scoreRule: 'best' as const, isShuffled: 0 as const },
  ...{ release: 'answers' as const, isRequired: 0 as const },
});
const question = (id: string, quizId: string, position: string, prompt = ''): Question => ({
  ...{ id, quizId, position, prompt, courseId: 'course-x', kind: 'open' as const, version: 1, points: 1 },
  ...{ choices: '[]', key: '{"model":"m"}', explanation: 'why' },
});

async function copyWith(rows: QuizRows) {
  const source = courseWith('');
  return withQuizzes(await readPlainCourse(source), source, rows);
}

describe('the quizzes of a course to be exported', () => {
  it('are in their lesson, in the order of their positions, as their questions are', async () => {
    const { quizzes } = await copyWith({
      quizzes: [quiz('second', 'practice', 'b'), quiz('first', 'practice', 'a')],
      questions: [question('q2', 'first', 'b', 'two'), question('q1', 'first', 'a', 'one')],
    });
    expect([...quizzes.keys()]).toEqual(['1/2']);
    expect(quizzes.get('1/2')).toMatchObject([
      { title: 'first', questions: [{ prompt: 'one' }, { prompt: 'two' }] },
      { title: 'second', questions: [] },
    ]);
  });

  it('have no keys and no explanations if they are tests', async () => {
    const { quizzes } = await copyWith({
      quizzes: [quiz('t', 'test', 'a'), quiz('p', 'practice', 'b')],
      questions: [question('q1', 't', 'a'), question('q2', 'p', 'a')],
    });
    const keys = quizzes.get('1/2')?.flatMap((one) => one.questions.map((q) => [q.key, q.explanation]));
    expect(keys).toEqual([
      ['', ''],
      ['{"model":"m"}', 'why'],
    ]);
  });

  it('have links to lessons as places, and pictures among those of the course', async () => {
    const prompt = `<p><a href="/courses/course-x/learn?lesson=l1">on</a><img src="${PNG_URI}" alt=""></p>`;
    const { quizzes, pictures, outline } = await copyWith({
      quizzes: [quiz('p', 'practice', 'a')],
      questions: [question('q', 'p', 'a', prompt)],
    });
    const [digest = ''] = pictures.keys();
    expect(quizzes.get('1/2')?.[0]?.questions[0]?.prompt).toBe(
      `<p><a href="carrel:lesson/1/1">on</a><img src="carrel:file/${digest}" alt=""></p>`,
    );
    expect(outline.files[digest]).toEqual({ type: 'image/png', sizeBytes: 7 });
  });
});
