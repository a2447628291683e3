import { fillPath } from '#schema/endpoints/endpoint.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';
import { choicesOf, type GradedKind, keyOf } from './contents.ts';

/** All learners have unlocked this course when a run begins. */
export const COURSE = 'harbour';
const quizzes = [
  { use: 'practice', kinds: ['one', 'several', 'match'], attemptsMax: null },
  { use: 'test', kinds: ['one', 'text', 'number', 'order'], attemptsMax: 1 },
] as const satisfies { use: string; kinds: GradedKind[]; attemptsMax: number | null }[];

/** Whether a quiz or question was there when the run began; devices make random ids. */
export const isPrepared = (id: string): boolean => id.startsWith(`${COURSE}-`);

/** Adds practice and a test to a course, and unlocks it. */
export async function prepareQuizzes({ request, people }: TestServer): Promise<void> {
  const { admin, alice, bob } = people;
  for (const [at, learner] of [alice, bob].entries()) {
    const path = fillPath(endpoints.activateCourse.path, { courseId: COURSE });
    await request(path, { as: learner, body: { activationCode: `HARBOUR-CODE-${at + 1}` } });
  }
  const addQuiz = fillPath(endpoints.createQuiz.path, { lessonId: `${COURSE}-lesson-1` });
  for (const { use, kinds, attemptsMax } of quizzes) {
    const quizId = `${COURSE}-${use}`;
    await request(addQuiz, { as: admin, body: { id: quizId, use, title: use, attemptsMax } });
    const addQuestion = fillPath(endpoints.createQuestion.path, { quizId });
    for (const [at, kind] of kinds.entries()) {
      const mark = `KEY0x${at}x`;
      const explanation = use === 'test' ? mark : '';
      const texts = { prompt: `<p>${kind}?</p>`, choices: choicesOf(kind), explanation };
      const body = { id: `${quizId}-${at + 1}`, kind, ...texts, key: keyOf(kind, 0, { use, mark }) };
      await request(addQuestion, { as: admin, body });
    }
  }
}
