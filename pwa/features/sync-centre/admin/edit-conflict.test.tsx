import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { coursesOnServer, lessonOnServer, planOf } from '#e2e/sync/testing/editor-world.ts';
import { paths } from '#pwa/paths.ts';
import { enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import { fillStorage } from '#pwa/testing/fill-storage.ts';
import { changeElsewhere, openAdminDevice, saveLesson } from '#pwa/testing/screens/edited-device.ts';
import { textsOf } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { deviceMessages } from '#schema/messages/device-messages.ts';

const LESSON = 'tides-lesson-1';
const MINE = { title: 'Reading tide tables', content: '<p>Low water is at six.</p><p>Go then.</p>' };
const THEIRS = { title: 'How to read a table', content: '<p>Low water is at seven.</p><p>Go then.</p>' };

type AdminDevice = Awaited<ReturnType<typeof openAdminDevice>>;

/** The sync centre with the one conflict of the device opened. */
async function openConflict(device: AdminDevice) {
  const page = await renderScreen(paths.syncCentre, device);
  const { main, press, user } = page;
  await press('Compare');
  const field = (name: string) => within(main.getByRole('group', { name }));
  const choose = (name: string, side: 'Yours' | 'Theirs') =>
    user.click(field(name).getByRole('radio', { name: new RegExp(`^${side}`) }));
  const save = () => main.getByRole<HTMLButtonElement>('button', { name: 'Save choice' });
  const lesson = () => lessonOnServer(device, LESSON);
  const isDecided = () => main.findByText('No edits are waiting.');
  return { ...page, device, field, choose, save, lesson, isDecided };
}

/** Two admins changed title and text of the same lesson. */
async function openChanged(mine = MINE, theirs = THEIRS) {
  const device = await openAdminDevice();
  await saveLesson(device, mine);
  await changeElsewhere(device, 'PUT', `lessons/${LESSON}`, theirs);
  const page = await openConflict(device);
  await page.main.findByRole('heading', { name: '2 fields were also changed elsewhere' });
  return page;
}

describe('an edit that conflicts with another one', () => {
  it('shows both texts with their differences marked, and waits until each field is decided', async () => {
    const { user, main, field, choose, save, lesson, isDecided } = await openChanged();
    expect(main.getByText(/The version that you do not choose stays in the history\.$/)).toBeTruthy();
    const marked = textsOf([...main.getByRole('group', { name: 'Text' }).querySelectorAll('mark')]);
    expect(marked).toEqual(['six', 'seven']);
    expect(field('Text').getByText('Yours')).toBeTruthy();
    expect(save().disabled).toBe(true);
    expect(main.getByText('2 fields need a choice')).toBeTruthy();
    await choose('Title', 'Theirs');
    expect(save().disabled).toBe(true);
    await choose('Text', 'Yours');
    expect((await lesson())?.content).toBe(THEIRS.content);
    await user.click(save());
    await isDecided();
    expect(await lesson()).toMatchObject({ title: THEIRS.title, content: MINE.content });
  });

  it.each([
    ['Yours', MINE],
    ['Theirs', THEIRS],
  ] as const)('leaves on the server what the person chose: %s', async (side, chosen) => {
    const { user, choose, save, lesson, isDecided } = await openChanged();
    for (const name of ['Title', 'Text']) await choose(name, side);
    await user.click(save());
    await isDecided();
    expect(await lesson()).toMatchObject(chosen);
  });

  it('can be decided by a merged text, which begins with theirs and is not lost by looking at a side', async () => {
    const { user, main, fill, field, choose, save, lesson, isDecided } = await openChanged();
    await user.click(field('Text').getByRole('button', { name: 'Write a merged text' }));
    const merged = () => main.getByLabelText<HTMLTextAreaElement>('Merged text (HTML)');
    expect(merged().value).toBe(THEIRS.content);
    await fill(merged(), '<p>Low water is between six and seven.</p>');
    await choose('Text', 'Yours');
    expect(main.queryByLabelText('Merged text (HTML)')).toBeNull();
    await user.click(field('Text').getByRole('button', { name: 'Write a merged text' }));
    await choose('Title', 'Yours');
    await user.click(save());
    await isDecided();
    expect(await lesson()).toMatchObject({
      ...{ title: MINE.title, content: '<p>Low water is between six and seven.</p>' },
    });
  });

  it('compares the HTML source on request', async () => {
    const { user, field } = await openChanged();
    const text = field('Text');
    expect(text.queryByText(/<p>Low water/)).toBeNull();
    await user.click(text.getByRole('button', { name: 'Compare the HTML source' }));
    expect(text.getAllByText(/<p>Low water is at/)).toHaveLength(2);
  });

  it('says that only the markup differs, and shows it', async () => {
    const { field } = await openChanged(
      { title: 'Mine', content: '<p>At <b>six</b></p>' },
      { title: 'Theirs', content: '<p>At <i>six</i></p>' },
    );
    expect(field('Text').getByText('The text is the same; the HTML markup differs.')).toBeTruthy();
    const source = field('Text').getByRole('button', { name: 'Compare the HTML source' });
    expect(source.getAttribute('aria-pressed')).toBe('true');
  });

  it('retains the choices of an earlier visit', async () => {
    const { device, main, close, choose } = await openChanged();
    await choose('Title', 'Theirs');
    await main.findByText('Choose a version');
    await waitFor(async () => expect(await device.store.drafts.count()).toBe(1));
    close();
    const again = await openConflict(device);
    await again.main.findByText('Choose a version');
    const theirs = again.field('Title').getByRole<HTMLInputElement>('radio', { name: /^Theirs/ });
    expect(theirs.checked).toBe(true);
  });

  it('says that the device is full, and loses no choice', async () => {
    const { user, main, choose, save, field, isDecided } = await openChanged();
    for (const name of ['Title', 'Text']) await choose(name, 'Theirs');
    const freeStorage = fillStorage();
    await user.click(save());
    const alert = await main.findByText('This decision was not saved');
    expect(alert.closest('[role=alert]')?.textContent).toContain(deviceMessages.storageFull);
    expect(field('Title').getByRole<HTMLInputElement>('radio', { name: /^Theirs/ }).checked).toBe(true);
    freeStorage();
    await user.click(save());
    await isDecided();
  });
});

describe('an edit of a lesson that somebody deleted', () => {
  async function openDeleted() {
    const device = await openAdminDevice();
    await saveLesson(device, MINE);
    await changeElsewhere(device, 'DELETE', `lessons/${LESSON}`);
    const page = await openConflict(device);
    await page.main.findByRole('heading', {
      name: 'The lesson “Lesson 1” was deleted by someone else',
    });
    return page;
  }

  it('shows its texts, and restores the lesson with them', async () => {
    const { main, press, isDecided, device } = await openDeleted();
    expect(main.getByText('Low water is at six.', { exact: false })).toBeTruthy();
    await press('Restore');
    await isDecided();
    const [course] = await coursesOnServer(device);
    // Under a new id, because the old one is deleted.
    expect(course?.modules[0]?.lessons).toMatchObject([MINE]);
  });

  it('can be discarded', async () => {
    const { press, isDecided, lesson } = await openDeleted();
    await press('Discard my edits');
    await isDecided();
    expect(await lesson()).toBeUndefined();
  });
});

describe('a deletion of a lesson that somebody changed', () => {
  async function openDeletion() {
    const device = await openAdminDevice();
    const deleted = { moduleId: 'tides-module-1', lessonId: LESSON, title: 'Lesson 1', version: 1 };
    await enqueueSave('admin', planOf({ deletedLessons: [deleted] }));
    await changeElsewhere(device, 'PUT', `lessons/${LESSON}`, THEIRS);
    const page = await openConflict(device);
    await page.main.findByRole('heading', { name: /^Delete the changed lesson/ });
    return page;
  }

  it('deletes it if the person says so', async () => {
    const { press, isDecided, lesson } = await openDeletion();
    expect(await lesson()).toMatchObject(THEIRS);
    await press('Delete anyway');
    await isDecided();
    expect(await lesson()).toBeUndefined();
  });

  it('can be cancelled, and leaves their changes', async () => {
    const { press, isDecided, lesson } = await openDeletion();
    await press('Cancel the deletion');
    await isDecided();
    expect(await lesson()).toMatchObject(THEIRS);
  });
});
