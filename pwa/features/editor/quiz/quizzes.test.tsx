import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { pullAll } from '#e2e/sync/testing/pull-world.ts';
import { drainLater, unlock } from '#e2e/sync/testing/world.ts';
import { listDrafts } from '#pwa/store/account/drafts.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { goOffline, openDevice } from '#pwa/testing/screens/device.ts';
import { draftCourse, openFirstLesson } from '#pwa/testing/screens/open-editor.ts';
import { describeCommand } from '#schema/commands/all-commands.ts';
import { byPosition } from '#schema/courses/position.ts';
import { addQuiz } from '#sync-server/testing/quiz-for-test.ts';

async function openPractice() {
  const editor = await openFirstLesson();
  const { main, user } = editor;
  const store = openPrivateStore('admin');
  await user.click(await main.findByRole('button', { name: 'Add practice' }));
  await user.click(await main.findByRole('button', { name: 'Add question' }));
  const card = async (name = 'New question') => within(await main.findByRole('region', { name }));
  const writePrompt = async (html: string) => {
    const open = await card();
    await user.click(await open.findByRole('tab', { name: 'HTML source' }));
    await user.click(await open.findByLabelText('Question: HTML source'));
    await user.paste(html);
  };
  const questions = () => editor.device.server.deps.db.selectFrom('questions').selectAll().execute();
  return { ...editor, store, card, writePrompt, questions };
}

describe('practice in the editor', () => {
  it('is made offline, refused in place until it can be asked, and sent when the network is back', async () => {
    const { device, store, user, card, writePrompt, questions, main } = await openPractice();
    goOffline(device);
    const open = await card();
    await user.click(open.getByRole('button', { name: 'Save question' }));
    expect((await open.findByRole('alert')).textContent).toBe('Please write the question');
    await writePrompt('<p>What comes after the ebb?</p>');
    await user.click(open.getByRole('button', { name: 'Save question' }));
    expect((await open.findByRole('alert')).textContent).toBe('A choice is empty. Write it, or delete it');
    await user.type(open.getByLabelText('Choice 1'), 'The flood');
    await user.type(open.getByLabelText('Choice 2'), 'The moon');
    await user.click(open.getByRole('button', { name: 'Save question' }));
    expect((await open.findByRole('alert')).textContent).toBe('Mark a choice as right');
    await user.click(open.getByRole('radio', { name: /^Right\s*: choice 1$/ }));
    await user.type(open.getByLabelText('Explanation'), 'The moon causes both.');
    await user.click(open.getByRole('button', { name: 'Save question' }));
    await main.findByText('1. What comes after the ebb?');
    expect(await questions()).toEqual([]);
    device.network.isDown = false;
    for (let round = 0; round < 3; round += 1) await drainLater(store);
    const [row] = await questions();
    expect(row).toMatchObject({ prompt: '<p>What comes after the ebb?</p>', version: 1, points: 1 });
    const choices: { id: string; text: string }[] = JSON.parse(row?.choices ?? '');
    expect(choices.map(({ text }) => text)).toEqual(['The flood', 'The moon']);
    expect(JSON.parse(row?.key ?? '')).toEqual({ right: [choices[0]?.id] });
  });

  it('keeps an unsaved question as a draft, until it is discarded', async () => {
    const { store, user, card, main, close, device } = await openPractice();
    const open = await card();
    await user.type(open.getByLabelText('Choice 1'), 'The flood');
    await waitFor(async () => expect(await listDrafts(store, 'editor/tides/question/')).toHaveLength(1));
    close();
    expect(main).toBeTruthy();
    const again = await openFirstLesson(device);
    await again.user.click(await again.main.findByRole('button', { name: 'Continue the new question' }));
    const draft = within(await again.main.findByRole('region', { name: 'New question' }));
    expect(draft.getByLabelText<HTMLInputElement>('Choice 1').value).toBe('The flood');
    await again.user.click(draft.getByRole('button', { name: 'Discard' }));
    await again.main.findByRole('button', { name: 'Add question' });
    expect(await listDrafts(store, 'editor/tides/question/')).toEqual([]);
  });

  it('is renamed, and deleted after a confirmation', async () => {
    const { device, store, user, main, card } = await openPractice();
    await user.click((await card()).getByRole('button', { name: 'Discard' }));
    await user.click(await main.findByRole('button', { name: /^Settings\s*Practice$/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Settings of the practice' }));
    expect(dialog.queryByLabelText('Percent to pass')).toBeNull();
    await user.clear(dialog.getByLabelText('Title'));
    await user.type(dialog.getByLabelText('Title'), 'Which tide?');
    await user.click(dialog.getByRole('button', { name: 'Save settings' }));
    await main.findByText('Which tide?', { selector: 'p' });
    for (let round = 0; round < 3; round += 1) await drainLater(store);
    const rows = () => device.server.deps.db.selectFrom('quizzes').select('title').execute();
    expect(await rows()).toEqual([{ title: 'Which tide?' }]);
    await user.click(await main.findByRole('button', { name: /^Delete\s*Which tide\?$/ }));
    await user.click(await screen.findByRole('button', { name: 'Delete the practice' }));
    await waitFor(() => expect(main.queryByText('Which tide?')).toBeNull());
    for (let round = 0; round < 3; round += 1) await drainLater(store);
    expect(await rows()).toEqual([]);
  });
});

/** A lesson with a test of two questions, which the server has. */
async function openTest({ status = 'unpublished' }: { status?: 'published' | 'unpublished' } = {}) {
  const device = await openDevice('admin', [{ ...draftCourse(), status }]);
  const { quizId } = await addQuiz(device.server, { use: 'test' });
  await device.server.request(`/api/admin/quizzes/${quizId}/questions`, {
    as: device.server.people.admin,
    body: {
      ...{ id: 'second', kind: 'text', prompt: '<p>And after the flood?</p>' },
      key: '{"accepted":["The ebb"]}',
    },
  });
  const editor = await openFirstLesson(device);
  await editor.main.findByText('1. What comes after the ebb?');
  const store = openPrivateStore('admin');
  const send = async () => {
    for (let round = 0; round < 3; round += 1) await drainLater(store);
  };
  const rows = (table: 'quizzes' | 'questions') =>
    device.server.deps.db.selectFrom(table).selectAll().execute();
  const sentences = async () => (await listUnsent(store)).map(({ command }) => describeCommand(command));
  return { ...editor, device, store, send, rows, sentences };
}

describe('a test in the editor', () => {
  it('is added offline, and called a test everywhere', async () => {
    const { main, user, sentences, device } = await openTest();
    goOffline(device);
    await user.click(main.getByRole('button', { name: 'Add test' }));
    await main.findByText('Test', { selector: 'p' });
    await user.click(main.getAllByRole('button', { name: 'Add question' }).at(-1) ?? document.body);
    const kinds = within(await main.findByLabelText('Kind of question')).getAllByRole('option');
    expect(kinds.map(({ textContent }) => textContent)).not.toContain('Open question');
    expect(await sentences()).toEqual(['Add test “Test” to lesson “Lesson 1”']);
    await user.click(main.getByRole('button', { name: /^Delete\s*Test$/ }));
    await user.click(await screen.findByRole('button', { name: 'Delete the test' }));
    await waitFor(() => expect(main.queryByText('Test', { selector: 'p' })).toBeNull());
    expect((await sentences()).at(-1)).toBe('Delete test “Test” of lesson “Lesson 1”');
  });

  it('has settings, which are refused in place and sent as one edit of what changed', async () => {
    const { main, user, send, rows, sentences, device } = await openTest();
    goOffline(device);
    await user.click(main.getByRole('button', { name: /^Settings\s*Which tide\?$/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Settings of the test' }));
    const fill = async (label: string, text: string) => {
      await user.clear(dialog.getByLabelText(label));
      if (text !== '') await user.type(dialog.getByLabelText(label), text);
    };
    await fill('Percent to pass', '101');
    await user.click(dialog.getByRole('button', { name: 'Save settings' }));
    expect(dialog.getByText('Please enter a whole number from 0 to 100')).toBeTruthy();
    await fill('Percent to pass', '80');
    await fill('Number of attempts', '0');
    await user.click(dialog.getByRole('button', { name: 'Save settings' }));
    expect(dialog.getByText('Please enter a whole number from 1 to 100, or nothing')).toBeTruthy();
    await fill('Number of attempts', '2');
    await user.click(dialog.getByRole('radio', { name: /^The last attempt/ }));
    await user.click(dialog.getByRole('radio', { name: /^Their score only/ }));
    await user.click(dialog.getByRole('checkbox', { name: 'Required for the lesson' }));
    await user.click(dialog.getByRole('button', { name: 'Save settings' }));
    await main.findByText(
      '80 % to pass · 2 attempts, the last counts · shows the score only · required for the lesson',
    );
    expect(await sentences()).toEqual([
      'Change the percentage to pass, the number of attempts, the score that counts, the release of the answers and the requirement of test “Which tide?”',
    ]);
    device.network.isDown = false;
    await send();
    expect(await rows('quizzes')).toMatchObject([
      { passPercent: 80, attemptsMax: 2, scoreRule: 'last', release: 'score', isRequired: 1, isShuffled: 0 },
    ]);
  });

  it('keeps unsaved settings as a draft with what was seen, until they are saved or cancelled', async () => {
    const { main, user, device, store, close } = await openTest();
    const openSettings = async ({
      main,
      user,
    }: Pick<Awaited<ReturnType<typeof openTest>>, 'main' | 'user'>) => {
      await user.click(await main.findByRole('button', { name: /^Settings\s*Which tide\?$/ }));
      return within(await screen.findByRole('dialog', { name: 'Settings of the test' }));
    };
    const percent = (dialog: Awaited<ReturnType<typeof openSettings>>) =>
      dialog.getByLabelText<HTMLInputElement>('Percent to pass');
    const first = await openSettings({ main, user });
    await user.type(percent(first), '{Backspace}5');
    const drafts = () => listDrafts(store, 'editor/tides/settings/tides-lesson-1/');
    await waitFor(async () =>
      expect(await drafts()).toMatchObject([{ value: { form: { passPercent: '65' } } }]),
    );
    close();
    const again = await openFirstLesson(device);
    await again.main.findByText('settings not saved');
    const second = await openSettings(again);
    expect(percent(second).value).toBe('65');
    await again.user.click(second.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await drafts()).toEqual([]);
    const third = await openSettings(again);
    expect(percent(third).value).toBe('60');
    await again.user.type(percent(third), '{Backspace}6');
    await again.user.click(third.getByRole('button', { name: 'Save settings' }));
    await again.main.findByText(/^66 % to pass/);
    await waitFor(async () => expect(await drafts()).toEqual([]));
  });

  it('is moved among the quizzes of its lesson by buttons and by keys', async () => {
    const { main, user, send, rows } = await openTest();
    const settings = () => main.getAllByRole('button', { name: /^Settings/ });
    const untilOrder = async (...titles: string[]) => {
      const shown = () => settings().map(({ textContent }) => textContent?.replace(/^Settings\s*/, ''));
      await waitFor(() => expect(shown()).toEqual(titles));
      await send();
      const sent = (await rows('quizzes')).sort(byPosition).map(({ title }) => title);
      expect(sent).toEqual(titles);
    };
    expect(main.queryByRole('button', { name: 'Move up “Which tide?”' })).toBeNull();
    await user.click(main.getByRole('button', { name: 'Add practice' }));
    await user.click(await main.findByRole('button', { name: 'Move up “Practice”' }));
    await untilOrder('Practice', 'Which tide?');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move up “Practice”');
    settings()[0]?.focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await untilOrder('Which tide?', 'Practice');
    expect(document.activeElement?.textContent).toMatch(/^Settings\s*Practice$/);
  });

  it('asks about a draft of a question that someone else deleted, and can restore it', async () => {
    const { main, user, device, store, send, rows } = await openTest();
    const { server } = device;
    await user.click(main.getByRole('button', { name: /^Edit\s*question 1$/ }));
    const card = () => within(main.getByRole('region', { name: 'Question' }));
    await user.type(await screen.findByLabelText('Points'), '{Backspace}4');
    await waitFor(async () => expect(await listDrafts(store, 'editor/tides/question/')).toHaveLength(1));
    const path = '/api/admin/questions/tides-question';
    await server.request(path, { as: server.people.admin, method: 'DELETE' });
    await pullAll(store);
    await main.findByText(/^A question of/);
    await waitFor(() => expect(card().getByLabelText<HTMLInputElement>('Points').value).toBe('4'));
    await user.click(card().getByRole('button', { name: 'Save question' }));
    await send();
    await user.click(await main.findByRole('button', { name: 'Restore' }));
    await send();
    await waitFor(async () => expect((await rows('questions')).map(({ points }) => points)).toEqual([1, 4]));
    expect(await listDrafts(store, 'editor/tides/question/')).toEqual([]);
  });

  it('explains beside its settings why there is no time limit', async () => {
    const { main, user } = await openTest();
    await user.click(main.getByRole('button', { name: /^Settings\s*Which tide\?$/ }));
    await user.click(await screen.findByRole('button', { name: 'Why can I not set a time limit?' }));
    const help = await screen.findByRole('dialog', { name: 'Questions and tests' });
    expect(help.textContent).toContain('Learners may be without a network when the time is over.');
  });

  it('can be tried with what is typed, and nothing is stored', async () => {
    const { main, user, sentences, store } = await openTest();
    await user.click(main.getByRole('button', { name: /^Edit\s*question 1$/ }));
    const card = within(await main.findByRole('region', { name: 'Question' }));
    await user.type(card.getByLabelText('Choice 2'), ' tide');
    await user.click(card.getByRole('button', { name: 'Try it' }));
    const trial = within(await screen.findByRole('dialog', { name: 'Try the question' }));
    await user.click(trial.getByRole('radio', { name: 'The moon' }));
    await user.click(trial.getByRole('button', { name: 'Check answer' }));
    await trial.findByText('“The moon” is not the answer. Right is “The flood tide”.');
    expect(trial.queryByText('Saved on this device')).toBeNull();
    expect([await sentences(), await store.attempts.count()]).toEqual([[], 0]);
  });

  it('has questions that are duplicated, and moved by buttons and by keys', async () => {
    const { main, user, send, rows } = await openTest();
    const order = async () =>
      (await rows('questions')).sort(byPosition).map(({ prompt }) => prompt.replace(/<.*?>/g, ''));
    await user.click(main.getByRole('button', { name: 'More for question 1' }));
    await user.click(main.getByRole('button', { name: /^Duplicate\s*question 1$/ }));
    await main.findByText('2. What comes after the ebb?');
    await user.click(main.getByRole('button', { name: 'Move up question 3' }));
    await main.findByText('2. And after the flood?');
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Move up question 2'),
    );
    main.getByRole('button', { name: /^Edit\s*question 2$/ }).focus();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await main.findByText('1. And after the flood?');
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Edit\s*question 1$/));
    await send();
    const first = 'What comes after the ebb?';
    expect(await order()).toEqual(['And after the flood?', first, first]);
  });

  it('asks online whether attempts with an earlier key are graded again, and does so in words', async () => {
    const { main, user, device, send, sentences, close } = await openTest({
      status: 'published',
    });
    const { server } = device;
    await unlock(device, server.people.alice, 'tides', 'TIDES-CODE-1');
    const at = server.clock.now().toISOString();
    await server.request('/api/attempts', {
      ...{ as: server.people.alice, method: 'PUT' },
      body: {
        ...{
          id: '019b2b6e-2f4c-7d3a-9a55-5b0c7e1f2a41',
          quizId: 'tides-quiz',
          startedAt: at,
          submittedAt: at,
        },
        answers: [{ questionId: 'tides-question', version: 1, answer: 'b', answeredAt: at }],
      },
    });
    expect(main.queryByText(/graded with the earlier key/)).toBeNull();
    await user.click(main.getByRole('button', { name: /^Edit\s*question 1$/ }));
    const card = within(await main.findByRole('region', { name: 'Question' }));
    await user.click(card.getByRole('radio', { name: /^Right\s*: choice 1$/ }));
    await user.click(card.getByRole('button', { name: 'Save question' }));
    await send();
    close();
    const again = await openFirstLesson(device);
    await again.main.findByText('1 attempt was graded with the earlier key. Grade it again?');
    await again.user.click(again.main.getByRole('button', { name: 'Raise only' }));
    await again.main.findByText(/The attempts are graded again/);
    await send();
    expect(await sentences()).toEqual([]);
    const score = async () =>
      (await server.deps.db.selectFrom('attempts').select('score').execute())[0]?.score;
    await waitFor(async () => expect(await score()).toBe(1));
  });
});
