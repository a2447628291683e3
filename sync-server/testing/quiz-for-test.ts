import { randomUUID } from 'node:crypto';
import { fillPath } from '#schema/endpoints/endpoint.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { AttemptReply } from '#schema/quizzes/attempt.ts';
import type { QuizUse } from '#schema/quizzes/question-kind.ts';
import type { Person } from './people.ts';
import type { TestServer } from './test-server.ts';

interface QuizOptions {
  readonly courseId?: string;
  readonly use?: QuizUse;
  /** Further fields of the quiz. */
  readonly fields?: object;
}

/**
 * Adds practice to the first lesson of a fixture course, as an admin does: `<course>-quiz` with `<course>-question`, whose
 * right choice is `a`.
 */
export async function addQuiz(
  { request, people: { admin } }: Pick<TestServer, 'request' | 'people'>,
  { courseId = 'tides', use = 'practice', fields = {} }: QuizOptions = {},
) {
  const quizId = `${courseId}-quiz`;
  const questionId = `${courseId}-question`;
  const lessonId = `${courseId}-lesson-1`;
  await request(fillPath(endpoints.createQuiz.path, { lessonId }), {
    as: admin,
    body: { id: quizId, use, title: 'Which tide?', ...fields },
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

interface HandedIn {
  readonly as: Person;
  readonly id?: string;
  readonly quizId?: string;
  readonly questionId?: string;
  /** A choice; null: none was given. */
  readonly answer?: string | null;
  readonly version?: number;
}

/** Answers the question of {@link addQuiz} and hands the attempt in, as a device does. */
export async function handIn({ request }: Pick<TestServer, 'request'>, options: HandedIn) {
  const { as, id = randomUUID(), quizId = 'tides-quiz', questionId = 'tides-question' } = options;
  const { answer = 'a', version = 1 } = options;
  const [startedAt, answeredAt, submittedAt] = [0, 1, 2].map((minute) => `2026-11-21T07:0${minute}:00.000Z`);
  const answers = answer === null ? [] : [{ questionId, version, answer, answeredAt }];
  const body = { id, quizId, startedAt, submittedAt, answers };
  const reply = await request(endpoints.saveAttempt.path, { method: 'PUT', as, key: randomUUID(), body });
  return reply.read(AttemptReply).attempt;
}
