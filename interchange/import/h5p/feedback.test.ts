import { expect, it } from 'vitest';
import { importForTest } from '../testing/finish-for-test.ts';

const read = (library: string, params: object) =>
  importForTest({
    'h5p.json': JSON.stringify({ title: 'Tides', mainLibrary: library }),
    'content/content.json': JSON.stringify(params),
  });

it('takes what an author says of all answers as the explanation, but not what is said of the score', async () => {
  const { quizzes } = await read('H5P.MultiChoice', {
    question: 'Wet?',
    answers: [
      { text: 'Sea', correct: true },
      { text: 'Sand', correct: false },
    ],
    overallFeedback: [{ feedback: 'You got @score of @total points.' }, { feedback: 'The sea is wet.' }],
  });
  expect(quizzes[0]?.questions[0]?.explanation).toBe('The sea is wet.');
});

it('reports that a text with several gaps became several questions', async () => {
  const { questions, lines } = await read('H5P.Blanks', { questions: ['The *moon* pulls the *sea*.'] });
  expect(questions).toHaveLength(2);
  expect(lines[0]).toBe('simplified Tides: A text with several gaps became one question for each gap.');
});
