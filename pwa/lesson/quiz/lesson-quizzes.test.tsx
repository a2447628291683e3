import { within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { editOnServer, pullAll } from '#e2e/sync/testing/pull-world.ts';
import { drainLater } from '#e2e/sync/testing/world.ts';
import { paths } from '#pwa/paths.ts';
import { downloadCourse } from '#pwa/sync/pull/refresh.ts';
import { readOwnAttempts } from '#pwa/sync/quizzes/own-attempts.ts';
import { goOffline, openLearner, widenWindow } from '#pwa/testing/screens/device.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { addQuiz } from '#sync-server/testing/quiz-for-test.ts';

/** A learner without a network, at a lesson with practice of one or two questions. */
async function openPractice({ hasSecond = false } = {}) {
  const device = await openLearner();
  const { quizId, lessonId } = await addQuiz(device.server);
  if (hasSecond)
    await device.server.request(`/api/admin/quizzes/${quizId}/questions`, {
      as: device.server.people.admin,
      body: {
        ...{ id: 'second', kind: 'one', prompt: '<p>And after the flood?</p>' },
        choices: '[{"id":"c","text":"The ebb"},{"id":"d","text":"Lunch"}]',
        key: '{"right":["c"]}',
      },
    });
  await downloadCourse('tides');
  goOffline(device);
  const open = async () => {
    const page = await renderScreen(paths.learn('tides', lessonId), device);
    const region = await page.main.findByRole('region', { name: 'Which tide?' });
    return { ...page, practice: within(region) };
  };
  const answers = async () =>
    (await readOwnAttempts(device.store, lessonId)).map((one) => one.answers.map(({ answer }) => answer));
  return { device, open, answers, quizId, lessonId };
}

describe('practice', () => {
  it('is answered offline by keyboard, explained at once, and saved on the device', async () => {
    const { open, answers } = await openPractice();
    const { practice, user } = await open();
    const [first] = practice.getAllByRole<HTMLInputElement>('radio');
    const group = practice.getByRole('group', { name: 'What comes after the ebb?' });
    expect(within(group).getAllByRole('radio')).toHaveLength(2);
    first?.focus();
    await user.keyboard('2');
    const [, second] = practice.getAllByRole<HTMLInputElement>('radio');
    expect([second?.checked, document.activeElement === second]).toEqual([true, true]);
    await user.keyboard('1');
    const wrong = practice.getByRole<HTMLInputElement>('radio', { name: 'The moon' });
    const isWrongFirst = wrong === practice.getAllByRole('radio')[0];
    if (!isWrongFirst) await user.keyboard('2');
    await user.keyboard('{Enter}');
    await practice.findByText('“The moon” is not the answer. Right is “The flood”.');
    expect(practice.getByText('The moon causes both.')).toBeTruthy();
    expect(practice.getByText('Saved on this device')).toBeTruthy();
    expect(await answers()).toEqual([['b']]);
  });

  it('keeps the first answer in the record when it is tried again', async () => {
    const { open, answers } = await openPractice();
    const { practice, user } = await open();
    await user.click(practice.getByRole('radio', { name: 'The moon' }));
    await user.click(practice.getByRole('button', { name: 'Check answer' }));
    await practice.findByText('Not right', { selector: 'p' });
    await user.click(practice.getByRole('button', { name: 'Try again' }));
    await user.click(practice.getByRole('radio', { name: 'The flood' }));
    await user.click(practice.getByRole('button', { name: 'Check answer' }));
    await practice.findByText('Right', { selector: 'p' });
    expect(await answers()).toEqual([['b', 'a']]);
    await user.click(await practice.findByRole('button', { name: 'See how you did' }));
    await practice.findByText('0 of 1 point');
  });

  it('asks for an answer before it checks one', async () => {
    const { open, answers } = await openPractice();
    const { practice, user } = await open();
    await user.click(practice.getByRole('button', { name: 'Check answer' }));
    expect((await practice.findByRole('alert')).textContent).toBe('Answer the question first.');
    expect(await answers()).toEqual([]);
  });

  it('shows one question at a time and returns to it after a reload, with the choices in their order', async () => {
    const { open, answers } = await openPractice({ hasSecond: true });
    const { practice, user, close } = await open();
    await practice.findByText('Question 1 of 2');
    await user.click(practice.getByRole('radio', { name: 'The flood' }));
    await user.click(practice.getByRole('button', { name: 'Check answer' }));
    await practice.findByText('Right', { selector: 'p' });
    await user.click(practice.getByRole('button', { name: 'Next question' }));
    await practice.findByText('Question 2 of 2');
    const order = practice.getAllByRole('radio').map((one) => one.getAttribute('value'));
    close();
    const again = await open();
    await again.practice.findByText('Question 2 of 2');
    const radios = again.practice.getAllByRole('radio');
    expect(radios.map((one) => one.getAttribute('value'))).toEqual(order);
    await again.user.click(again.practice.getByRole('radio', { name: 'Lunch' }));
    await again.user.click(again.practice.getByRole('button', { name: 'Check answer' }));
    await again.user.click(await again.practice.findByRole('button', { name: 'See how you did' }));
    await again.practice.findByText('1 of 2 points');
    await again.user.click(again.practice.getByRole('button', { name: 'Start again' }));
    await again.practice.findByText('Question 1 of 2');
    expect(again.practice.getAllByRole<HTMLInputElement>('radio').some(({ checked }) => checked)).toBe(false);
    expect(await answers()).toEqual([['a', 'd']]);
  });

  it('that was changed after the answer is not explained by its new key, and keeps its score', async () => {
    const { device, open } = await openPractice();
    const { practice, user } = await open();
    await user.click(practice.getByRole('radio', { name: 'The flood' }));
    await user.click(practice.getByRole('button', { name: 'Check answer' }));
    await practice.findByText('Right', { selector: 'p' });
    device.network.isDown = false;
    await drainLater(device.store);
    await editOnServer(device, 'PUT', '/api/admin/questions/tides-question', { key: '{"right":["b"]}' });
    await pullAll(device.store);
    await practice.findByText('This question was changed since you answered it');
    expect(practice.queryByText('Right')).toBeNull();
    await user.click(await practice.findByRole('button', { name: 'See how you did' }));
    await practice.findByText('1 of 1 point');
  });

  it('is not there in a lesson without questions', async () => {
    const { device } = await openPractice();
    const { main } = await renderScreen(paths.learn('tides', 'tides-lesson-2'), device);
    await main.findByRole('region', { name: 'Additional Resources' });
    expect(main.queryByRole('button', { name: 'Check answer' })).toBeNull();
  });

  it('is sent when the network is back', async () => {
    const { device, open } = await openPractice();
    const { practice, user } = await open();
    await user.click(practice.getByRole('radio', { name: 'The flood' }));
    await user.click(practice.getByRole('button', { name: 'Check answer' }));
    await practice.findByText('Saved on this device');
    device.network.isDown = false;
    await drainLater(device.store);
    const rows = await device.server.deps.db.selectFrom('attempts').selectAll().execute();
    expect(rows).toMatchObject([{ userId: 'alice', score: 1, maxScore: 1, isPassed: 1 }]);
  });
});

describe('every kind of question', () => {
  it('is answered with the controls of its own, and is graded on the server as on the device', async () => {
    const device = await openLearner();
    const { quizId, questionId, lessonId } = await addQuiz(device.server);
    const as = device.server.people.admin;
    await device.server.request(`/api/admin/questions/${questionId}`, { as, method: 'DELETE' });
    const lines = '[{"id":"a","text":"Ebb"},{"id":"b","text":"Flood"},{"id":"c","text":"Slack"}]';
    const pairs = JSON.stringify([
      { id: 'l1', text: 'Ebb', side: 'left' },
      { id: 'r1', text: 'Falls', side: 'right' },
      { id: 'l2', text: 'Flood', side: 'left' },
      { id: 'r2', text: 'Rises', side: 'right' },
    ]);
    const kinds = [
      { kind: 'several', choices: lines, key: '{"right":["a","b"]}' },
      { kind: 'text', key: '{"accepted":["High water"]}' },
      { kind: 'number', key: '{"value":"3,5","tolerance":"0.1"}' },
      { kind: 'match', choices: pairs, key: '{"pairs":[["l1","r1"],["l2","r2"]]}' },
      { kind: 'order', choices: lines, key: '{"order":["a","c","b"]}' },
      { kind: 'open', key: '{"model":"The moon"}' },
    ];
    for (const { kind, ...content } of kinds)
      await device.server.request(`/api/admin/quizzes/${quizId}/questions`, {
        ...{ as, body: { kind, prompt: `<p>Question ${kind}</p>`, ...content } },
      });
    await downloadCourse('tides');
    goOffline(device);
    widenWindow();
    const { main, user } = await renderScreen(paths.learn('tides', lessonId), device);
    const card = async (kind: string) =>
      within(await main.findByRole('form', { name: new RegExp(`Question ${kind}`) }));
    const check = async (kind: string) =>
      user.click((await card(kind)).getByRole('button', { name: 'Check answer' }));
    const several = await card('several');
    for (const name of ['Ebb', 'Flood']) await user.click(several.getByRole('checkbox', { name }));
    await check('several');
    await user.type((await card('text')).getByRole('textbox'), ' high WATER{Enter}');
    await user.type((await card('number')).getByRole('textbox'), '3.45{Enter}');
    const match = await card('match');
    await user.selectOptions(match.getByRole('combobox', { name: 'Ebb' }), 'Falls');
    await check('match');
    expect(match.getByRole('alert').textContent).toBe('Match all of them first.');
    await user.selectOptions(match.getByRole('combobox', { name: 'Flood' }), 'Falls');
    await check('match');
    const order = await card('order');
    for (const name of ['Slack', 'Ebb', 'Ebb', 'Slack', 'Ebb', 'Ebb'])
      await user.click(order.getByRole('button', { name: `Move “${name}” up` }));
    await check('order');
    await user.type((await card('open')).getByRole('textbox'), 'The sun');
    await check('open');
    await (await card('open')).findByText('Compare with the model answer');
    await match.findByText('Partly right: 1 of 2');
    for (const kind of ['several', 'text', 'number', 'order'])
      await (await card(kind)).findByText('Right', { selector: 'p' });
    await main.findByText('4.5 of 5 points');
    device.network.isDown = false;
    await drainLater(device.store);
    const rows = await device.server.deps.db.selectFrom('attempts').selectAll().execute();
    expect(rows).toMatchObject([{ score: 4.5, maxScore: 5 }]);
  });
});
