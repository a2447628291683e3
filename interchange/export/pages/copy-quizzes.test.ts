import { describe, expect, it } from 'vitest';
import { type PlainCourse, readPlainCourse } from '#interchange/course-file/plain-course.ts';
import { courseWithQuizzes } from '../testing/course-copies.ts';
import { KEY_MARKS, quizOfEveryKind } from '../testing/quiz-copies.ts';
import { copyQuizzes, type ExportedQuiz } from './copy-quizzes.ts';

const plainWith = (...quizzes: readonly ExportedQuiz[]): Promise<PlainCourse> =>
  readPlainCourse(courseWithQuizzes(...quizzes));

describe('the quizzes of a course to be exported', () => {
  it('are by the places of their lessons, and no longer in the outline', async () => {
    const { quizzes, outline } = copyQuizzes(await plainWith(quizOfEveryKind('practice')), 'left out');
    expect([...quizzes.keys()]).toEqual(['1/1']);
    expect(quizzes.get('1/1')?.[0]?.questions).toHaveLength(7);
    expect(JSON.stringify(outline)).not.toContain('What moves the sea?');
  });

  it('have no keys and no explanations if they are tests and learners read the export', async () => {
    const plain = await plainWith(quizOfEveryKind('test'), quizOfEveryKind('practice'));
    const keysOf = (copy: ReturnType<typeof copyQuizzes>) =>
      copy.quizzes
        .get('1/1')
        ?.map(({ questions }) => questions.map((one) => one.key + one.explanation).join(''));
    const [ofTest = '', ofPractice = ''] = keysOf(copyQuizzes(plain, 'left out')) ?? [];
    expect(ofTest).toBe('');
    for (const mark of KEY_MARKS) expect(ofPractice).toContain(mark);
    expect(keysOf(copyQuizzes(plain, 'kept'))?.[0]).toBe(ofPractice);
    for (const mark of KEY_MARKS)
      expect(JSON.stringify(copyQuizzes(await plainWith(quizOfEveryKind('test')), 'left out'))).not.toContain(
        mark,
      );
  });

  it('have their choices in the order of the ids, whatever the order of their author was', async () => {
    const [first] = quizOfEveryKind('test').questions;
    if (first === undefined) throw new Error('No question');
    const choices = JSON.stringify([
      { id: 'b', text: 'right' },
      { id: 'a', text: 'wrong' },
    ]);
    const quiz = { ...quizOfEveryKind('test'), questions: [{ ...first, choices }] };
    const copied = copyQuizzes(await plainWith(quiz), 'kept').quizzes.get('1/1')?.[0]?.questions[0];
    expect(copied?.choices).toBe('[{"id":"a","text":"wrong"},{"id":"b","text":"right"}]');
  });
});
