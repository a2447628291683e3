import { fillPath } from '#schema/endpoints/endpoint.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { QuizUse } from '#schema/quizzes/question-kind.ts';
import type { TestServer } from './test-server.ts';

interface QuizOptions {
  readonly courseId?: string;
  readonly use?: QuizUse;
}

/**
 * Adds practice to the first lesson of a fixture course, as an admin does: `<course>-quiz` with `<course>-question`, whose
 * right choice is `a`.
 */
export async function addQuiz(
  { request, people: { admin } }: Pick<TestServer, 'request' | 'people'>,
  { courseId = 'tides', use = 'practice' }: QuizOptions = {},
) {
  const quizId = `${courseId}-quiz`;
  const questionId = `${courseId}-question`;
  const lessonId = `${courseId}-lesson-1`;
  await request(fillPath(endpoints.createQuiz.path, { lessonId }), {
    as: admin,
    body: { id: quizId, use, title: 'Which tide?' },
  });
  await request(fillPath(endpoints.createQuestion.path, { quizId }), {
    as: admin,
    body: {
      ...{ id: questionId, kind: 'one', prompt: '<p>What comes after the ebb?</p>' },
      choices: JSON.stringify([
        { id: 'b', text: 'The moon' },
        { id: 'a', text: 'The flood' },
      ]),
      key: JSON.stringify({ right: ['a'] }),
      explanation: 'The moon causes both.',
    },
  });
  return { quizId, questionId, lessonId };
}
