import { within } from '@testing-library/dom';
import { pullAll } from '#e2e/sync/testing/pull-world.ts';
import { drainLater } from '#e2e/sync/testing/world.ts';
import { paths } from '#pwa/paths.ts';
import { downloadCourse } from '#pwa/sync/pull/refresh.ts';
import { readOwnAttempts } from '#pwa/sync/quizzes/own-attempts.ts';
import { addQuiz } from '#sync-server/testing/quiz-for-test.ts';
import { goOffline, goOnline, openLearner } from './device.ts';
import { renderScreen } from './render-screen.ts';

/** An attempt of another device, and its time. */
export const OTHER = '019b2b6e-2f4c-7d3a-9a55-5b0c7e1f2a41';
export const EARLY = '2026-11-21T07:00:00.000Z';

/** A learner without a network, at a lesson with a test of two questions. */
export async function openTest(fields: object = {}, ...options: Parameters<typeof openLearner>) {
  const device = await openLearner(...options);
  const { server, store } = device;
  const { alice, admin } = server.people;
  const { quizId, questionId, lessonId } = await addQuiz(server, { use: 'test' });
  await server.request(`/api/admin/quizzes/${quizId}/questions`, {
    as: admin,
    body: { id: 'second', kind: 'text', prompt: '<p>Who pulls?</p>', key: '{"accepted":["The moon"]}' },
  });
  await server.request(`/api/admin/quizzes/${quizId}`, { as: admin, method: 'PUT', body: fields });
  await downloadCourse('tides');
  goOffline(device);
  const open = async () => {
    const page = await renderScreen(paths.learn('tides', lessonId), device);
    const test = within(await page.main.findByRole('region', { name: 'Which tide?' }));
    const press = async (name: string) => page.user.click(await test.findByRole('button', { name }));
    return { ...page, test, press };
  };
  const attempts = () => readOwnAttempts(store, lessonId);
  /** An attempt of another device of the learner. */
  const onOtherDevice = (body: object) =>
    server.request('/api/attempts', {
      ...{ as: alice, method: 'PUT' },
      body: { id: OTHER, quizId, startedAt: EARLY, answers: [], ...body },
    });
  const sync = async () => {
    goOnline(device);
    for (let round = 0; round < 2; round += 1) await drainLater(store);
    await pullAll(store);
  };
  return { device, open, attempts, onOtherDevice, sync, quizId, questionId, lessonId };
}
