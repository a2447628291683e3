import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { lessonEdit, planOf } from '#e2e/sync/testing/editor-world.ts';
import { draftPrefix, listDrafts } from '#pwa/store/account/drafts.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import { refreshAdminCourses } from '#pwa/sync/pull/admin-refresh.ts';
import { fillStorage } from '#pwa/testing/fill-storage.ts';
import { changeElsewhere, openAdminDevice, saveLesson } from '#pwa/testing/screens/edited-device.ts';
import { openEditor } from '#pwa/testing/screens/open-editor.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';

const TITLE = 'Edits that need you';

type AdminDevice = Awaited<ReturnType<typeof openAdminDevice>>;

/** The editor of a device whose edit cannot be applied as it is. */
async function openRefused(device: Awaited<ReturnType<typeof openAdminDevice>>) {
  const editor = await openEditor(device);
  const { main } = editor;
  await main.findByRole('heading', { name: TITLE });
  const isDecided = () => waitFor(() => expect(main.queryByRole('heading', { name: TITLE })).toBeNull());
  const edits = within(main.getByRole('region', { name: TITLE }));
  return { ...editor, device, edits, isDecided };
}

describe('a conflict in the editor', () => {
  async function openConflict() {
    const device = await openAdminDevice();
    await saveLesson(device, { title: 'Mine' });
    await changeElsewhere(device, 'PUT', 'lessons/tides-lesson-1', { title: 'Theirs' });
    const editor = await openRefused(device);
    await editor.edits.findByRole('heading', { name: 'One field was also changed elsewhere' });
    const decide = async (side: RegExp) => {
      await editor.user.click(editor.edits.getByRole('radio', { name: side }));
      await editor.user.click(editor.edits.getByRole('button', { name: 'Save choice' }));
      await editor.isDecided();
    };
    const title = async () => (await editor.course())?.modules[0]?.lessons[0]?.title;
    return { ...editor, decide, title };
  }

  it('leads to the lesson that it is about', async () => {
    const { edits, user, main } = await openConflict();
    await user.click(edits.getByRole('button', { name: 'Go to lesson' }));
    await main.findByLabelText('Lesson title');
  });

  it('shows their lesson in the form when the person takes theirs', async () => {
    const { decide, open, main, title } = await openConflict();
    await decide(/^Theirs/);
    expect(await title()).toBe('Theirs');
    await open('Ebb');
    await open('Theirs');
    expect((await main.findByLabelText<HTMLInputElement>('Lesson title')).value).toBe('Theirs');
  });

  it('sends mine when the person takes it', async () => {
    const { decide, title } = await openConflict();
    await decide(/^Yours/);
    await waitFor(async () => expect(await title()).toBe('Mine'));
  });
});

describe('an edit that the server refuses', () => {
  const base = { status: 'unpublished' } as const;
  const changes = { status: 'published' } as const;
  const publishing = { title: 'Tides', version: 1, base, changes };

  /** Published on the device, while another admin removes all modules. */
  async function openPublished() {
    const device = await openAdminDevice();
    await enqueueSave('admin', planOf({ course: publishing }));
    for (const id of ['tides-module-1', 'tides-module-2'])
      await changeElsewhere(device, 'DELETE', `modules/${id}`);
    const editor = await openRefused(device);
    await editor.edits.findByText(adminMessages.courseIncomplete);
    return editor;
  }

  it('is sent once more with Try again', async () => {
    const { device, edits, user, course } = await openPublished();
    const { seen } = device.network;
    const countSent = () => seen.filter(({ method }) => method === 'PUT').length;
    const before = countSent();
    await user.click(edits.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(countSent()).toBe(before + 1));
    expect((await course())?.status).toBe('unpublished');
  });

  it('goes back to the form with Edit again', async () => {
    const { device, edits, user, isDecided, field, main } = await openPublished();
    await user.click(edits.getByRole('button', { name: 'Edit again' }));
    await isDecided();
    expect(field<HTMLSelectElement>('Status').value).toBe('published');
    expect(main.getByText(adminMessages.unsavedChanges)).toBeTruthy();
    expect(await device.store.outbox.where('state').equals('refused').count()).toBe(0);
  });

  /** A course that is published while another admin deletes the lesson of its second module, with further edits. */
  async function openRefusedSave(more: (device: AdminDevice) => Promise<Parameters<typeof planOf>[0]>) {
    const device = await openAdminDevice();
    await enqueueSave('admin', planOf({ course: publishing, ...(await more(device)) }));
    await changeElsewhere(device, 'DELETE', 'lessons/tides-lesson-2');
    await refreshAdminCourses();
    const editor = await openRefused(device);
    await editor.edits.findByText(adminMessages.courseIncomplete);
    return editor;
  }

  it('goes back to the form with all that was saved together, and none of it is sent', async () => {
    const { device, edits, user, isDecided, main } = await openRefusedSave(async ({ store }) => ({
      deletedModules: [{ moduleId: 'tides-module-2', title: 'Flow', version: 1 }],
      lessons: [await lessonEdit(store, 'tides-lesson-1', { title: 'Mine' })],
    }));
    await user.click(edits.getByRole('button', { name: 'Edit again' }));
    await isDecided();
    expect(await listUnsent(device.store)).toEqual([]);
    expect((await listDrafts(device.store, draftPrefix('tides'))).map(({ id }) => id)).toEqual([
      'editor/tides/course',
      'editor/tides/lesson/tides-lesson-1',
      'editor/tides/module/tides-module-2',
    ]);
    expect(main.getByText(adminMessages.unsavedChanges)).toBeTruthy();
  });

  it('stays refused on a device that is too full to store it as a draft', async () => {
    const { device, edits, user, main } = await openPublished();
    const free = fillStorage();
    await user.click(edits.getByRole('button', { name: 'Edit again' }));
    await main.findByText(/^Not enough storage/);
    free();
    expect(await device.store.outbox.where('state').equals('refused').count()).toBe(1);
  });

  it('keeps an edit of a lesson that another admin has deleted, when the others go back to the form', async () => {
    const { edits, user, main } = await openRefusedSave(async ({ store }) => ({
      lessons: [await lessonEdit(store, 'tides-lesson-2', { title: 'My long work' })],
    }));
    await user.click(edits.getByRole('button', { name: 'Edit again' }));
    await main.findByText(adminMessages.unsavedChanges);
    await main.findByText(/My long work/);
  });

  it('is discarded after a confirmation', async () => {
    const { device, edits, user, dialog, confirm, isDecided, field } = await openPublished();
    const discard = () => user.click(edits.getByRole('button', { name: 'Discard' }));
    await discard();
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(edits.getByText(adminMessages.courseIncomplete)).toBeTruthy();
    await discard();
    await confirm();
    await isDecided();
    expect(field<HTMLSelectElement>('Status').value).toBe('unpublished');
    expect(await device.store.outbox.where('state').equals('refused').count()).toBe(0);
  });
});
