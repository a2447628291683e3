import { endpoints } from '#schema/endpoints/endpoints.ts';
import { RegradeReply } from '#schema/quizzes/regrade.ts';
import { activate, pullAll } from '../sync/sync-for-test.ts';
import type { Person } from '../testing/people.ts';
import { addQuiz, handIn } from '../testing/quiz-for-test.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

/** A server where alice has unlocked the course whose first lesson has a test; its right answer is `a`. */
export async function testForTest(fields: object = {}) {
  const server = await serverForTest();
  const { alice, admin } = server.people;
  await addQuiz(server, { use: 'test', fields });
  await activate(server, alice);
  const put = (path: string, body: object) => server.request(path, { method: 'PUT', as: admin, body });
  return {
    server,
    alice,
    admin,
    /** Hands in an attempt of alice. */
    handIn: (options: Partial<Parameters<typeof handIn>[1]> = {}) => {
      server.clock.advance(1_000);
      return handIn(server, { as: alice, ...options });
    },
    put,
    /** Corrects the key of the question. */
    correctKey: (right: string) =>
      put('/api/admin/questions/tides-question', { key: JSON.stringify({ right: [right] }) }),
    count: (attemptId: string) =>
      server.request(`/api/admin/attempts/alice/${attemptId}/count`, { method: 'PUT', as: admin }),
    regrade: (mode: string, as: Person = admin) =>
      server.request('/api/admin/quizzes/tides-quiz/regrade', { method: 'POST', as, body: { mode } }),
    outdated: async () =>
      (await server.request('/api/admin/quizzes/tides-quiz/regrade', { as: admin })).read(RegradeReply)
        .attempts,
    attempts: () => pulledAttempts(server),
    isComplete: async (lessonId = 'tides-lesson-1') => {
      const { entries } = (await server.request('/api/progress', { as: alice })).read(
        endpoints.getProgress.output,
      );
      return entries.some((entry) => entry.lessonId === lessonId && entry.completedAt !== null);
    },
  };
}

/** The attempts as alice pulls them, in the order in which they were handed in. */
async function pulledAttempts(server: TestServer) {
  const { changes } = await pullAll(server, server.people.alice);
  return changes
    .flatMap((change) => (change.kind === 'attempt' && 'data' in change ? [change.data] : []))
    .sort((one, other) => (String(one.handedInAt) < String(other.handedInAt) ? -1 : 1));
}
