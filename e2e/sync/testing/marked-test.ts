import { randomUUID } from 'node:crypto';
import { fillPath } from '#schema/endpoints/endpoint.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';

/* A test whose keys are marked: what no learner may receive is found by its text, wherever it is. */

/** What the keys and the explanations of marked questions contain, and nothing else does. */
export const KEY_MARK = /KEY-MARK-\d+/;
/** What only a key contains, also one that has no text of its own, such as that of the right choice. */
export const KEY_PART = /\\*"(right|accepted|pairs|tolerance|model)\\*":/;
export const TEST_QUIZ = 'tides-test';
const QUESTIONS = 30;
const KINDS = ['one', 'several', 'text', 'number', 'match', 'order'] as const;

/** Authors write the right choice first: here also the one with the last id. */
const CHOICES = ['z', 'y', 'x', 'w'];

function questionAt(at: number) {
  const kind = KINDS[at % KINDS.length] ?? 'one';
  const mark = `KEY-MARK-${at}`;
  const ids = CHOICES.map((id) => `${id}${at}`);
  const [a = '', b = '', c = '', d = ''] = ids;
  const keys = {
    one: { right: [a] },
    several: { right: [a, b] },
    text: { accepted: [mark] },
    number: { value: '7', tolerance: '0.5' },
    match: {
      pairs: [
        [a, c],
        [b, d],
      ],
    },
    order: { order: ids },
  } as const;
  const sideOf = (id: string) => (kind === 'match' ? { side: id === a || id === b ? 'left' : 'right' } : {});
  const choices = ids.map((id) => ({ id, text: `Choice ${id}`, ...sideOf(id) }));
  return {
    ...{ id: `${TEST_QUIZ}-${at}`, kind, prompt: `<p>Question ${at}?</p>`, explanation: mark },
    choices: JSON.stringify(kind === 'text' || kind === 'number' ? [] : choices),
    key: JSON.stringify({ ...keys[kind], model: mark }),
  };
}

export const markedQuestions = Array.from({ length: QUESTIONS }, (_, at) => questionAt(at));

/** Adds the test to the first lesson of the course tides, as an admin does. */
export async function addMarkedTest({
  request,
  people: { admin },
}: Pick<TestServer, 'request' | 'people'>): Promise<void> {
  const send = async (path: string, body: object) => {
    const { status, text } = await request(path, { as: admin, body });
    if (status !== 200) throw new Error(text);
  };
  const quiz = { id: TEST_QUIZ, use: 'test', title: 'The test', release: 'score' };
  await send(fillPath(endpoints.createQuiz.path, { lessonId: 'tides-lesson-1' }), quiz);
  const path = fillPath(endpoints.createQuestion.path, { quizId: TEST_QUIZ });
  for (const question of markedQuestions) await send(path, question);
}

/** An attempt that is handed in, with an answer to each question that is easy to guess. */
export const markedAttempt = {
  ...{ id: randomUUID(), quizId: TEST_QUIZ },
  ...{ startedAt: '2026-11-21T07:00:00.000Z', submittedAt: '2026-11-21T07:50:00.000Z' },
  answers: markedQuestions.map(({ id: questionId }, at) => {
    const answeredAt = new Date(Date.UTC(2026, 10, 21, 7, 1, at)).toISOString();
    return { questionId, version: 1, answer: 'guess', answeredAt };
  }),
};
