import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { type Device, openDevice } from '#pwa/testing/screens/device.ts';
import { isAt } from '#pwa/testing/screens/expectations.ts';
import { draftCourse, openEditor } from '#pwa/testing/screens/open-editor.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';

const published = () => openDevice('admin', [fixtureCourse({ id: 'tides', title: 'Tides' })]);
const draft = () => openDevice('admin', [draftCourse()]);

async function open(device: Device) {
  const editor = await openEditor(device);
  const { main, user, course } = editor;
  /** A button that is in a popover on a narrow screen, which jsdom does not open. */
  const more = (name: string) => main.queryByRole('button', { name, hidden: true });
  const pressMore = (name: string) => user.click(more(name) ?? document.body);
  const status = async () => (await course())?.status;
  return { ...editor, device, more, pressMore, status };
}

describe('Share', () => {
  it.each([
    ['a published course', published, false],
    ['a draft, which says that nobody finds it yet', draft, true],
  ])('shows the address of the page of %s and its QR code', async (_, device, isDraft) => {
    const { dialog, press } = await open(await device());
    await press('Share');
    const shown = await dialog();
    expect(shown.getByText(location.origin + paths.course('tides'))).toBeTruthy();
    expect(shown.getByRole('button', { name: 'Copy link' })).toBeTruthy();
    expect(shown.getByRole('img', { name: 'QR code with the address above' })).toBeTruthy();
    expect(shown.queryByText('Not published yet') !== null).toBe(isDraft);
  });

  it('is not there before the course is saved', async () => {
    const editor = await openEditor(await openDevice('admin'), null);
    expect(editor.main.queryByRole('button', { name: 'Share' })).toBeNull();
  });
});

describe('Publish and Unpublish', () => {
  it('save the other changes too', async () => {
    const { main, field, fill, press, course } = await open(await draft());
    await fill(field('Instructor'), 'Ida Lund');
    await press('Publish');
    await main.findByText('Course published');
    expect(await course()).toMatchObject({ status: 'published', instructor: 'Ida Lund' });
    await waitFor(() => expect(field<HTMLSelectElement>('Status').value).toBe('published'));
    await press('Unpublish');
    await main.findByText('Course unpublished');
    expect(await course()).toMatchObject({ status: 'unpublished' });
  });

  it('of a course that nobody can enter yet is followed by the ways to let learners in', async () => {
    const course = { ...draftCourse(), codes: [] };
    const { main, press } = await open(await openDevice('admin', [course]));
    expect(main.getByText('Not published')).toBeTruthy();
    await press('Publish');
    await main.findByText('Nobody can enter this course yet');
    const links = main.getAllByRole('link', { name: 'Draw codes' }).map((link) => link.getAttribute('href'));
    expect(links).toContain(paths.adminCodes('tides', 'draw'));
    expect(main.getByRole('link', { name: 'See the page' }).getAttribute('href')).toBe(paths.course('tides'));
    expect(main.getByText('Saved on the server')).toBeTruthy();
  });

  it('can be undone after Unpublish', async () => {
    const { main, press, status } = await open(await published());
    await press('Unpublish');
    await main.findByText('Course unpublished');
    await main.findByRole('button', { name: 'Undo Unpublish' });
    await press('Undo Unpublish');
    await main.findByText('Course published');
    expect(await status()).toBe('published');
  });

  it('say beside the button, and when it is pressed, that a module has no lessons', async () => {
    const { main, press, device, status } = await open(await draft());
    await press('Add Module');
    await main.findByText(adminMessages.moduleAdded);
    const publish = main.getByRole('button', { name: 'Publish' });
    const note = () => document.getElementById(publish.getAttribute('aria-describedby') ?? '');
    await waitFor(() => expect(note()?.textContent).toBe(adminMessages.courseIncomplete));
    await press('Publish');
    expect((await main.findByRole('alert')).textContent).toContain(adminMessages.courseIncomplete);
    await main.findByText('To publish: add a lesson to “New Module”.');
    expect(await status()).toBe('unpublished');
    expect(device.network.seen.filter(({ method }) => method === 'PUT')).toEqual([]);
  });
});

describe('Mark as Finished', () => {
  it('asks before it removes a course from the catalogue', async () => {
    const { main, user, pressMore, dialog, confirm, status } = await open(await published());
    await pressMore('Mark as Finished');
    const question = await dialog();
    question.getByRole('heading', { name: 'Remove “Tides” from the catalogue?' });
    expect(question.getByText(/it is removed from the catalogue/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(await status()).toBe('published');
    await pressMore('Mark as Finished');
    await confirm();
    await main.findByText(`${adminMessages.courseFinished}. It is now unpublished.`);
    expect(await status()).toBe('unpublished');
  });

  it('asks nothing for a draft', async () => {
    const { main, pressMore } = await open(await draft());
    await pressMore('Mark as Finished');
    await main.findByText(adminMessages.courseFinished);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not offered while a module has no lessons', async () => {
    const { main, press, more } = await open(await draft());
    expect(more('Mark as Finished')).not.toBeNull();
    await press('Add Module');
    await main.findByText(adminMessages.moduleAdded);
    await waitFor(() => expect(more('Mark as Finished')).toBeNull());
  });
});

describe('Delete Course', () => {
  it('is offered only after the course was unpublished and saved', async () => {
    const { user, field, save, more, pressMore, confirm, main } = await open(await published());
    expect(more('Delete Course')).toBeNull();
    await user.selectOptions(field('Status'), 'unpublished');
    await main.findByText(adminMessages.unsavedChanges);
    expect(more('Delete Course')).toBeNull();
    await save();
    await waitFor(() => expect(more('Delete Course')).not.toBeNull());
    await pressMore('Delete Course');
    await confirm();
    await isAt(paths.adminWorkspace);
    await within(screen.getByRole('main')).findByText('“Tides” is deleted', { exact: false });
  });
});

describe('Undo and Redo', () => {
  it('take back changes and repeat them, by button and key', async () => {
    const { main, user, field, fill } = await open(await draft());
    const strip = within(main.getByRole('region', { name: 'State of your changes' }));
    const step = (name: 'Undo' | 'Redo') => user.click(strip.getByRole('button', { name }));
    const values = () => [field('Title').value, field('Instructor').value];
    await fill(field('Title'), 'One');
    await fill(field('Instructor'), 'Two');
    await step('Undo');
    expect(values()).toEqual(['One', 'Ines Holm']);
    await user.keyboard('{Control>}z{/Control}');
    await main.findByText('No unsaved changes.');
    expect(values()).toEqual(['Tides', 'Ines Holm']);
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    expect(values()).toEqual(['One', 'Ines Holm']);
    await step('Redo');
    expect(values()).toEqual(['One', 'Two']);
  });

  it('leave the keys to a field that has the focus', async () => {
    const { user, field, fill } = await open(await draft());
    await fill(field('Title'), 'One');
    await user.click(field('Instructor'));
    await user.keyboard('{Control>}z{/Control}');
    expect(field('Title').value).toBe('One');
  });
});

describe('changes of an earlier visit', () => {
  it('are restored, can be discarded, and restored once more', async () => {
    const device = await draft();
    const first = await open(device);
    await first.fill(first.field('Title'), 'One');
    first.close();
    const { main, press, user, field, confirm, save, course } = await open(device);
    const restored = (await main.findByText(/^Draft restored from/)).closest<HTMLElement>('[role=status]');
    if (restored === null) throw new Error('The notice is no status');
    expect(field('Title').value).toBe('One');
    await user.click(within(restored).getByRole('button', { name: /^Discard/ }));
    await confirm();
    await main.findByText('Draft discarded.');
    expect(field('Title').value).toBe('Tides');
    await press('Restore');
    await waitFor(() => expect(field('Title').value).toBe('One'));
    await save();
    await waitFor(async () => expect((await course())?.title).toBe('One'));
  });
});
