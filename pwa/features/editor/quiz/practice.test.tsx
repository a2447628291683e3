import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { drainLater } from '#e2e/sync/testing/world.ts';
import { listDrafts } from '#pwa/store/account/drafts.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { goOffline } from '#pwa/testing/screens/device.ts';
import { openFirstLesson } from '#pwa/testing/screens/open-editor.ts';

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
    await user.click(await main.findByRole('button', { name: /^Rename\s*Practice$/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.clear(dialog.getByLabelText('Practice title'));
    await user.type(dialog.getByLabelText('Practice title'), 'Which tide?');
    await user.click(dialog.getByRole('button', { name: 'Rename' }));
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
